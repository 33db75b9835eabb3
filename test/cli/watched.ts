// Test data for watch: an invented ballot of any size, and sources of endorsements whose files a test or benchmark changes.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CoreRows } from '../../data/core/rows.ts'
import { projectFile } from '../../data/store/paths.ts'
import { readSelfContainedInterchange } from '../../ingest/endorsement/interchange.ts'
import type { DeclaredReader, Source, SourceReader } from '../../ingest/read/source.ts'
import { sampleSources } from '../../ingest/sample/sources.ts'

const ELECTION = 'me-2028-11-07-general'
const MAINE = 'ocd-division/country:us/state:me'
const LABELS = ['Ada Sample', 'Ben Example', 'Cy Placeholder', 'Di Invented'] as const
export const HEADER = 'endorser,election,contest,choice,statement,endorser_name,endorser_category,endorser_state'

export interface Feed {
  /** Its source's id is `feed-<name>`, its file `<name>.csv`. */
  name: string
  endorsers: number
  /** Contests in which each endorser endorses one choice. */
  picks: number
}

export interface World {
  folder: string
  sources: readonly Source[]
  file(name: string): string
  remove(): void
}

/** @param contests on the one ballot, four choices each */
export function makeWorld(contests: number, feeds: readonly Feed[]): World {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-world-'))
  mkdirSync(join(folder, 'node_modules'))
  mkdirSync(join(folder, 'data'))
  symlinkSync(projectFile('node_modules', 'us-atlas'), join(folder, 'node_modules', 'us-atlas'))
  symlinkSync(projectFile('data', 'sample'), join(folder, 'data', 'sample'))
  mkdirSync(join(folder, 'feeds'))
  writeFileSync(join(folder, 'feeds', 'ballot.txt'), String(contests))
  const file = (name: string): string => join(folder, 'feeds', `${name}.csv`)
  for (const [at, feed] of feeds.entries()) writeFileSync(file(feed.name), linesOf(feed, at, contests))
  return {
    folder,
    sources: worldSources(feeds),
    file,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The same in every process. */
export function worldSources(feeds: readonly Pick<Feed, 'name'>[]): Source[] {
  return [
    ...sampleSources.filter(({ id }) => id === 'sample-places'),
    sourceOf('ballot', 'ballot.txt', { read: readBallot }),
    ...feeds.map(({ name }) => sourceOf(`feed-${name}`, `${name}.csv`, FEED)),
  ]
}

/** A line of a feed: endorser and contest by number, the choice by its place. */
export function line(feed: string, endorser: number, contest: number, choice: number, statement = ''): string {
  const slug = `${feed}-${endorser}`
  const label = LABELS[choice % LABELS.length] ?? ''
  return `${slug},${ELECTION},Seat ${contest},${label},${statement},Endorser ${feed} ${endorser},civic,ME`
}

function linesOf({ name, endorsers, picks }: Feed, at: number, contests: number): string {
  const lines = [HEADER]
  for (let endorser = 0; endorser < endorsers; endorser++)
    for (let pick = 0; pick < picks; pick++) {
      // Spread over the ballot, so that every contest has about as many endorsements.
      const contest = (endorser * picks + pick + at * 37) % contests
      lines.push(line(name, endorser, contest, endorser + pick, `For the ${pick}th time.`))
    }
  return `${lines.join('\n')}\n`
}

const FEED = { needs: ['ballots'], read: readSelfContainedInterchange } as const

function sourceOf(id: string, file: string, reading: DeclaredReader): Source {
  return {
    ...{ id, publisher: 'Invented', url: 'https://example.org/watched', licence: 'CC0-1.0', vintage: '2028' },
    ...{ published_on: '2028-10-01', states: ['ME'], personal: [], family: 'sample', ...reading },
    files: [{ url: `https://example.org/watched/${file}`, mirror: `feeds/${file}` }],
  }
}

const readBallot: SourceReader = ([file], _context, sink) => {
  const name = file?.name ?? ''
  const at = { file: name, line: 1 }
  const election: CoreRows['election'] = {
    ...{ election_key: ELECTION, state: 'ME', date: '2028-11-07', type: 'general', details: '{}' },
    ...{ name: 'General election', name_es: null, short_name: 'General', primary_system: null, info_url: null },
  }
  sink.row('election', election, at)
  for (let number = 0; number < Number(Buffer.from(file?.bytes ?? []).toString()); number++) {
    const contest_key = `${ELECTION}/${MAINE}/seat-${number}`
    sink.row(
      'contest',
      {
        ...{ contest_key, election_key: ELECTION, title: `Seat ${number}`, title_es: null, party: null },
        ...{ short_title: `Seat ${number}`, short_title_es: null, kind: 'candidate', vote_method: 'plurality' },
        ...{ votes_allowed: 1, ranks_allowed: null, measure_code: null, description: null, description_es: null },
        ...{ level: 'state', ballot_order: number + 1, source_url: null, details: '{}', ocd_id: MAINE },
        ...{ district_type: 'state', district_level: 'state', district_name: 'Maine', state: 'ME' },
        within_ocd_id: null,
      },
      at,
    )
    for (const [ballot_order, label] of LABELS.entries())
      sink.row(
        'choice',
        {
          ...{ choice_key: `${contest_key}/${label.toLowerCase().replace(' ', '-')}`, contest_key, label },
          ...{ label_es: null, measure_answer: null, candidate_name: label, party: null, party_label: null },
          ...{ option: null, withdrawn: false, ballot_designation: null, details: '{}', ballot_order },
        },
        at,
      )
  }
}
