// The rows of other sources that a source declares to need: its reader gets these alone, and is read again when they change.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CoreRows } from '../../../data/core/rows.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { readInterchange, readSelfContainedInterchange } from '../../../ingest/endorsement/interchange.ts'
import { type IngestOptions, ingest } from '../../../ingest/engine/ingest.ts'
import { loadOutlines, type Memory } from '../../../ingest/engine/source-dependencies.ts'
import type {
  DeclaredReader,
  FetchedFile,
  ReadContext,
  Sink,
  Source,
  SourceReader,
} from '../../../ingest/read/source.ts'
import { replace, shareWarehouse, sourceRow, warehouse } from '../../build/rows.ts'
import { freshFolder } from '../../temporary.ts'
import { ENTRY, filesAt } from '../entry.ts'
import { candidates, ELECTION, readListing } from '../listing.ts'

const folder = freshFolder()
let reads: string[] = []
let seen: Record<string, string[]> = {}

beforeEach(() => {
  mkdirSync(join(folder, 'mirror'))
  reads = []
  seen = {}
  put('listing.csv', candidates(['Ann Placeholder', 'Bob Example']))
  put('other.csv', candidates(['Cy Sample'], 'mayor'))
  put('feed.csv', '')
})

function put(name: string, content: string): void {
  writeFileSync(join(folder, 'mirror', name), content)
}

/** Notes the labels of all choices that it sees. */
const look: SourceReader<'ballots'> = (_files, { ballots, source }) => {
  reads.push(source.id)
  const contests = ballots.elections().flatMap(({ election_key }) => ballots.contests(election_key))
  seen[source.id] = contests.flatMap(({ choices }) => choices.map(({ label }) => label)).sort()
}

const source = (id: string, file: string, reader: DeclaredReader): Source => ({
  ...ENTRY,
  id,
  files: filesAt(ENTRY.url, file),
  ...reader,
})
function endorsementOf(statement: string): CoreRows['endorsement'] {
  const contest_key = `${ELECTION}/ocd-division/country:us/state:nc/governor`
  const choice_key = `${contest_key}/ann-placeholder`
  return {
    ...{ endorsement_key: `club/${choice_key}`, endorser_slug: 'club', contest_key, choice_key, statement },
    ...{ rank: null, statement_es: null, source_url: null, published_on: null, evidence_url: null },
  }
}
const listing = source('listing', 'listing.csv', { read: readListing })
const other = source('other', 'other.csv', { read: readListing })
const looking = source('looking', 'feed.csv', { needs: ['ballots'], read: look })
/** As the registry lists them. */
const order = ['listing', 'looking', 'feed', 'other']

const run = (sources: readonly Source[], more: Partial<IngestOptions> = {}) =>
  ingest({
    ...{ paths: pathsIn(join(folder, 'var')), sources, mirror: join(folder, 'mirror'), states: null, code: '1' },
    ...{ now: new Date('2028-01-02T03:04:05.678Z'), ...more },
  })
const statuses = async (sources: readonly Source[]) =>
  Object.fromEntries((await run(sources, { order })).sources.map(({ source_id, status }) => [source_id, status]))
/** With the number of endorsements. */
const endorsed = async (sources: readonly Source[], more: Partial<IngestOptions> = {}) =>
  (await run(sources, more)).sources.map(({ status, rows }) => `${status} ${rows.endorsement ?? 0}`)

describe('a source that needs ballots', () => {
  it('sees the preceding sources, whichever run read them, and is read once', async () => {
    expect(await statuses([other, listing, looking])).toEqual({ listing: 'read', looking: 'read', other: 'read' })
    expect(seen.looking).toEqual(['Ann Placeholder', 'Bob Example'])
    expect(reads).toEqual(['looking'])
  })

  it('is not read again when a feed before it changes its endorsements but none of the contests that it creates', async () => {
    const creating: Source = {
      ...source('listing', 'listing.csv', {
        async read(files: readonly FetchedFile[], context: ReadContext, sink: Sink) {
          await readListing(files.slice(0, 1), context, sink)
          const at = { file: 'statement.txt', line: 1 }
          sink.row('endorsement', endorsementOf(Buffer.from(files[1]?.bytes ?? []).toString()), at)
        },
      }),
      files: filesAt(ENTRY.url, 'listing.csv', 'statement.txt'),
    }
    put('statement.txt', 'Because.')
    await run([creating, looking], { order })
    put('statement.txt', 'Because, again.')
    expect(await statuses([creating, looking])).toEqual({ listing: 'read', looking: 'unchanged' })
    put('listing.csv', candidates(['Eve Sample']))
    expect(await statuses([creating, looking])).toEqual({ listing: 'read', looking: 'read' })
    expect(seen.looking).toEqual(['Eve Sample'])
  })

  it('never sees its own rows', async () => {
    const read: SourceReader<'ballots'> = async (files, context, sink) => {
      await look(files, context, sink)
      await readListing(files, context, sink)
    }
    const both = source('feed', 'listing.csv', { needs: ['ballots'], read })
    await run([both], { order })
    put('listing.csv', candidates(['Eve Sample']))
    expect(await statuses([both])).toEqual({ feed: 'read' })
    expect(seen.feed).toEqual([])
  })
})

describe('the needs of a source', () => {
  const file = (id: string) => ({ file: `${id}.csv`, line: 1 })
  const readDivisions: SourceReader = ([ocd], _context, sink) => {
    const name = Buffer.from(ocd?.bytes ?? []).toString()
    const ocd_id = 'ocd-division/country:us/state:nc/place:cary'
    sink.row('division', { ocd_id, name, census_geoid: null, same_as: null, valid_through: null }, file('ocd'))
  }
  const readEndorser: SourceReader = ([club], _context, sink) => {
    const name = Buffer.from(club?.bytes ?? []).toString()
    const row = { endorser_slug: 'club', name, category: 'civic', description: null, website_url: null } as const
    sink.row('endorser', { ...row, state: 'NC' }, file('club'))
  }
  const read: SourceReader = ({ length }, { source }, sink) => {
    reads.push(source.id)
    sink.records?.('none.csv', length)
  }
  const giving = [
    source('ocd', 'ocd.csv', { read: readDivisions }),
    listing,
    source('club', 'club.csv', { read: readEndorser }),
  ]
  const needing = [
    source('none', 'none.csv', { read }),
    source('divisions', 'none.csv', { needs: ['divisions'], read }),
    source('ballots', 'none.csv', { needs: ['ballots'], read }),
    source('both', 'none.csv', { needs: ['ballots', 'endorsers'], read }),
  ]
  const all = [...giving, ...needing]
  const runAll = (changed?: readonly string[]) =>
    run(all, { order: all.map(({ id }) => id), ...(changed && { changed: new Set(changed) }) })
  beforeEach(() => {
    put('ocd.csv', 'Cary town')
    put('club.csv', 'Club')
    put('none.csv', '')
  })

  it.each<[string, string, string, readonly string[]]>([
    ['divisions', 'ocd', 'Town of Cary', ['divisions']],
    ['ballots', 'listing', candidates(['Eve Sample']), ['ballots', 'both']],
    ['endorsers', 'club', 'Another Club', ['both']],
  ])(
    'decide whether a change of %s reads it again, whether or not the reader uses them',
    async (_, id, text, again) => {
      await runAll()
      expect(reads).toEqual(['none', 'divisions', 'ballots', 'both'])
      reads = []
      await runAll()
      expect(reads).toEqual([])
      put(`${id}.csv`, text)
      await runAll([id])
      expect(reads).toEqual(again)
      reads = []
      await runAll()
      expect(reads).toEqual([])
    },
  )

  it.each(['divisions', 'ballots', 'endorsers'] as const)(
    'must name %s for a reader that takes them; else it neither compiles nor reads',
    async (kind) => {
      const take: SourceReader<typeof kind> = (_files, context) => void context[kind]
      // @ts-expect-error The entry does not declare what the reader takes.
      const silent: Source = source('silent', 'none.csv', { read: take })
      const { sources } = await run([...giving, silent])
      expect(sources.at(-1)).toMatchObject({
        ...{ source_id: 'silent', status: 'failed' },
        error: `the reader of "silent" takes ${kind}, but the source's entry has the needs []; expected ${kind} among them`,
      })
    },
  )
})

describe('a feed in the interchange format', () => {
  const feed = source('feed', 'feed.csv', { needs: ['ballots'], read: readSelfContainedInterchange })
  const late = source('late', 'late.csv', { needs: ['ballots', 'endorsers'], read: readInterchange })
  const header = 'endorser,endorser_name,endorser_category,endorser_state,election,contest,choice\n'
  const pick = (choice: string, name = 'Sample Club') => `sample-club,${name},civic,NC,${ELECTION},Governor,${choice}\n`
  const LATE = `endorser,election,contest,choice\nSample Club,${ELECTION},Governor,Ann Placeholder\n`
  const all = [listing, feed, late]
  const memory: Memory = {}
  const runChanged = (changed: readonly string[], more: Partial<IngestOptions> = {}) =>
    endorsed(all, { changed: new Set(changed), memory, ...more })
  beforeEach(async () => {
    put('feed.csv', header + pick('Bob Example'))
    put('late.csv', LATE)
    expect(await endorsed(all)).toEqual(['read 0', 'read 1', 'read 1'])
  })

  it('gives rows for what the listing has, and fails once the listing has none of it', async () => {
    put('listing.csv', candidates(['Ann Placeholder']))
    const { sources } = await run([listing, feed])
    expect(sources[1]).toMatchObject({ status: 'failed', error: expect.stringContaining('were refused') })
  })

  it.each([
    ['of all', () => endorsed(all)],
    ['that says what changed', () => runChanged(['feed'])],
  ])('may name the endorsers of another feed, and is read again when they change, in a run %s', async (_, again) => {
    put('feed.csv', header + pick('Bob Example', 'Another Club'))
    // Its one record names an endorser who is declared no more.
    expect(await again()).toEqual(['unchanged 0', 'read 1', 'failed 0'])
  })

  it('reads no file of a source that is not named as changed', async () => {
    put('feed.csv', header + pick('Ann Placeholder'))
    put('late.csv', 'not looked at')
    expect(await runChanged(['feed'])).toEqual(['unchanged 0', 'read 1', 'unchanged 0'])
    put('listing.csv', candidates(['Eve Sample']))
    put('feed.csv', header + pick('Eve Sample'))
    expect((await runChanged(['listing', 'feed'])).slice(0, 2)).toEqual(['read 0', 'read 1'])
  })

  it('uses the bytes that it is given, not those on disk', async () => {
    put('feed.csv', 'half a li')
    const given = Buffer.from(header + pick('Ann Placeholder') + pick('Bob Example').replace('sample', 'other'))
    expect((await runChanged(['feed'], { readFile: () => given }))[1]).toBe('read 2')
    const gone = () => {
      throw Object.assign(new Error('gone'), { code: 'ENOENT' })
    }
    expect((await runChanged(['feed'], { readFile: gone }))[1]).toBe('failed 0')
  })
})

describe('the outlines of an area', () => {
  shareWarehouse()

  it('come the most exact first, then the newest', async () => {
    const ocd_id = 'ocd-division/country:us/state:nc/place:cary'
    const drawn = (name: string, error_m: number, vintage: string) =>
      sourceRow('shape', { layer: 'place', ocd_id, name, error_m, vintage })
    const rows = [drawn('old', 10, '2029'), drawn('new', 10, '2030'), drawn('exact', 5, '2028')]
    await replace(warehouse, 'places', rows)
    expect((await loadOutlines(warehouse, { ocd_id })).map(({ name }) => name)).toEqual(['exact', 'new', 'old'])
  })
})
