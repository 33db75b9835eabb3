// The versions of endorsements from an invented log: updates, deletions, a new epoch and a restored state.

import { expect, test } from 'vitest'
import { pruneEvents } from '../../build/archive/archive.ts'
import { type EndorsementVersion, type PresentVersion, readHistory } from '../../build/history.ts'
import { publishBundle } from '../../build/publish/publish.ts'
import { freshState, paths, state } from '../data/store/fresh-state.ts'
import { type Edits, manyRows } from '../server/many-endorsements.ts'
import { writeMany } from './publish/many-bundle.ts'

const COUNT = 60

freshState()

async function publish(day: number, edits: Edits = {}): Promise<void> {
  const now = () => new Date(`2028-01-0${day}T00:00:00.000Z`)
  const { bundle } = writeMany(paths, { count: COUNT, edits })
  await publishBundle({ paths, state, bundle, now, accept: true, retentionDays: 30 })
}

function presentOf(edits: Edits = {}): PresentVersion[] {
  return manyRows({ count: COUNT, edits }).map(({ endorsement, statement_es }) => {
    const { id, rank, statement, source_url, published_on, endorser, contest, choice, election } = endorsement
    return {
      ...{ endorsement_id: id, rank, statement, statement_es: statement_es ?? null, source_url, published_on },
      ...{ endorser_id: endorser.id, endorser_slug: endorser.slug, contest_id: contest.id, choice_id: choice.id },
      ...{ election_id: election.id, election_slug: election.slug, state: election.state },
    }
  })
}

async function history(edits: Edits = {}): Promise<EndorsementVersion[]> {
  const head = await state.head()
  const versions: EndorsementVersion[] = []
  for await (const one of readHistory({ paths, state, through: head?.seq ?? 0 }, presentOf(edits))) versions.push(one)
  return versions
}

const spanOf = ({ valid_from, valid_to, current }: EndorsementVersion): string =>
  `${valid_from?.slice(8, 10) ?? '..'}-${valid_to?.slice(8, 10) ?? '..'}${current ? ' current' : ''}`

function countSpans(versions: readonly EndorsementVersion[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of versions) counts[spanOf(one)] = (counts[spanOf(one)] ?? 0) + 1
  return counts
}

test('without events, every present endorsement has one version of unknown begin', async () => {
  await publish(1)
  const versions = await history()
  expect(countSpans(versions)).toEqual({ '..-.. current': COUNT })
  expect(versions.map(({ valid_from: _, valid_to: __, current: ___, ...rest }) => rest)).toEqual(presentOf())
})

test('a version ends where the next one begins; a deleted one has no next', async () => {
  await publish(1)
  const edits = { updated: 4, deleted: 3, created: 2 }
  await publish(2, edits)
  await publish(3)
  const versions = await history()
  const ids = new Set(presentOf(edits).map(({ endorsement_id }) => endorsement_id))
  const deleted = presentOf().filter(({ endorsement_id }) => !ids.has(endorsement_id))
  expect(deleted.length).toBe(3)
  for (const { endorsement_id } of deleted)
    expect(versions.filter((one) => one.endorsement_id === endorsement_id).map(spanOf)).toEqual([
      '..-02',
      '03-.. current',
    ])
  const updated = versions.filter(
    (one) => spanOf(one) === '02-03' && presentOf().some((now) => now.endorsement_id === one.endorsement_id),
  )
  expect(updated.length).toBeGreaterThan(0)
  for (const { endorsement_id, statement } of updated) {
    const all = versions.filter((one) => one.endorsement_id === endorsement_id)
    expect(all.map(spanOf)).toEqual(['..-02', '02-03', '03-.. current'])
    expect([all[0]?.statement, all[2]?.statement]).toEqual([all[2]?.statement, all[0]?.statement])
    expect(statement).not.toBe(all[0]?.statement)
  }
  expect(countSpans(versions)['02-03']).toBe(updated.length + 2)
})

test('events in the archive count like those in the state', async () => {
  await publish(1)
  await publish(2, { updated: 5 })
  await publish(3, { updated: 5, deleted: 4 })
  const before = await history({ updated: 5, deleted: 4 })
  expect(await pruneEvents({ paths, state, now: new Date('2028-01-03T12:00:00Z'), retentionDays: 1 })).toBeGreaterThan(
    0,
  )
  expect(await history({ updated: 5, deleted: 4 })).toEqual(before)
})

test('versions that a new epoch lost are neither current nor ended', async () => {
  await publish(1)
  await publish(2, { created: 2 })
  const versions = await history()
  expect(countSpans(versions)).toEqual({ '..-.. current': COUNT, '02-..': 2 })
})

test('an update that a new epoch did not report begins at an unknown time', async () => {
  await publish(1)
  await publish(2, { updated: 1 })
  const versions = await history()
  expect(countSpans(versions)).toEqual({ '..-02': 1, '02-..': 1, '..-.. current': COUNT })
})
