// The answers of the encyclopedia's interface: the revision of each title, and the wikitext of one.

import { z } from 'zod'
import { readJson } from '../../read/json.ts'
import { type FetchedFile, FileGone, SourceError } from '../../read/source.ts'

const answer = z.object({
  error: z.object({ code: z.string(), info: z.string().optional() }).optional(),
  query: z
    .object({
      normalized: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
      redirects: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
      pages: z.array(
        z.object({
          title: z.string(),
          missing: z.boolean().optional(),
          revisions: z
            .array(
              z.object({
                revid: z.int(),
                timestamp: z.string(),
                slots: z.object({ main: z.object({ content: z.string() }) }).optional(),
              }),
            )
            .optional(),
        }),
      ),
    })
    .optional(),
})

type Named = Pick<FetchedFile, 'name' | 'bytes'>

export interface Revision {
  id: number
  /** YYYY-MM-DD. */
  day: string
  /** Null if the answer is of revisions alone. */
  wikitext: string | null
}

/** Throws FileGone for a title without an article, SourceError for an answer that is none, e.g. because the servers are busy. */
export function readRevision({ name, bytes }: Named, title: string): Revision {
  const { error, query } = parseAnswer({ name, bytes })
  if (error || !query)
    throw new SourceError(
      `the encyclopedia answers "${error?.code ?? 'nothing'}": ${error?.info?.slice(0, 200) ?? 'no query'}`,
      { file: name },
    )
  const renamed = [...(query.normalized ?? []), ...(query.redirects ?? [])].reduce(
    (current, { from, to }) => (current === from ? to : current),
    title,
  )
  const page = query.pages.find((one) => one.title === renamed)
  const [revision] = page?.revisions ?? []
  if (!page || page.missing || !revision) throw new FileGone(`there is no article "${title}"`, { file: name })
  return { id: revision.revid, day: revision.timestamp.slice(0, 10), wikitext: revision.slots?.main.content ?? null }
}

function parseAnswer({ name, bytes }: Named): z.infer<typeof answer> {
  const parsed = answer.safeParse(readJson({ name, bytes, url: '' }))
  if (parsed.success) return parsed.data
  throw new SourceError('is no answer of the encyclopedia, expected JSON with query.pages', { file: name })
}

const API = 'https://en.wikipedia.org/w/api.php'
/** `maxlag`: the servers refuse the request while they are busy. */
const QUERY = 'action=query&prop=revisions&redirects=1&formatversion=2&format=json&maxlag=5'

/** @param titles at most 50 */
export function revisionsUrl(titles: readonly string[]): string {
  return `${API}?${QUERY}&rvprop=${encodeURIComponent('ids|timestamp')}&titles=${encodeURIComponent(titles.join('|'))}`
}

export function contentUrl(title: string): string {
  return `${API}?${QUERY}&rvslots=main&rvprop=${encodeURIComponent('ids|timestamp|content')}&titles=${encodeURIComponent(title)}`
}

export function evidenceUrl(revision: number): string {
  return `https://en.wikipedia.org/w/index.php?oldid=${revision}`
}
