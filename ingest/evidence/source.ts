// The source of captured evidence: a file per endorser, which `hustings evidence capture` writes (store.ts).

import { basename } from 'node:path'
import { type FetchedFile, type Source, SourceError, type SourceReader } from '../read/source.ts'
import { decodeText } from '../read/text.ts'
import { writtenSource } from '../read/written-source.ts'
import { captureFile } from './store.ts'

export const EVIDENCE_SOURCE = 'evidence'
const EVIDENCE_PAGE = 'https://www.rfc-editor.org/rfc/rfc9110'

/** @param folder of the files @param names of the files in it, sorted */
export function evidenceSource(folder: string, names: readonly string[], family: Source['family']): Source {
  const publisher = 'Pages of the endorsers, captured by this service'
  return {
    ...writtenSource({ id: EVIDENCE_SOURCE, publisher, url: EVIDENCE_PAGE }, { folder, names, family }),
    read: readEvidence,
  }
}

const readEvidence: SourceReader<never> = async (files, _context, sink) => {
  for (const file of files) readCaptures(file, sink)
}

/** An issue for each endorsement that its page does not state, or no longer states. A file speaks for the endorser in its name alone. */
function readCaptures(file: FetchedFile, sink: Parameters<typeof readEvidence>[2]): void {
  const slug = basename(file.name, '.json')
  const { captures } = parseCaptures(file)
  const seen = new Set<string>()
  for (const { endorsement_key, source_url, sha256, retrieved_at, quote, quote_found, missing_since } of captures) {
    const at = { file: file.name, line: null }
    const isOwn = endorsement_key.startsWith(`${slug}/`) && !seen.has(endorsement_key)
    seen.add(endorsement_key)
    if (!isOwn) {
      const message = `got another endorsement, expected each endorsement of ${slug} once`
      sink.issue({
        ...at,
        field: 'endorsement_key',
        code: 'foreign-evidence',
        value: endorsement_key,
        message,
        severity: 'refused',
      })
      continue
    }
    sink.row('evidence', { endorsement_key, source_url, sha256, retrieved_at, quote, quote_found, missing_since }, at)
    const message = sayDoubt({ source_url, quote_found, missing_since })
    if (message === undefined) continue
    const code = missing_since === null ? 'not-on-page' : 'no-longer-on-page'
    sink.issue({ ...at, field: 'source_url', code, value: endorsement_key, message, severity: 'ignored' })
  }
}

/** A sentence for a person; undefined if the page states the endorsement. */
export function sayDoubt({
  source_url,
  quote_found,
  missing_since,
}: {
  source_url: string
  quote_found: boolean
  missing_since: string | null
}): string | undefined {
  if (missing_since !== null)
    return `${source_url} no longer states the endorsement, since ${missing_since.slice(0, 10)}; the record stays: a person must decide`
  return quote_found
    ? undefined
    : `${source_url} has neither the statement nor a sentence that names endorser and choice`
}

function parseCaptures(file: FetchedFile) {
  try {
    return captureFile.parse(JSON.parse(decodeText(file)))
  } catch {
    throw new SourceError('got another text, expected captures as hustings evidence capture writes them', {
      file: file.name,
    })
  }
}
