// Each rule of build/check: the rows that break it, and the rows beside them that do not.

import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHECK_SAMPLE_ROWS, runChecks } from '../../../build/check/checks.ts'
import { projectFile } from '../../../data/store/paths.ts'
import type { Value } from '../../../data/store/warehouse.ts'
import { createEmpty, runSteps, shareWarehouse, warehouse, insert as write } from '../rows.ts'

type Row = Readonly<Record<string, Value>>

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await createEmpty(warehouse, 'alias', 'salt', 'no_such_district')
  await warehouse.run(`
    CREATE TABLE out.state AS SELECT 'NC' AS code;
    CREATE TABLE out.category AS SELECT 'labor' AS slug;
    CREATE TABLE out.licence AS SELECT 'CC0-1.0' AS name;
    CREATE TABLE out.district (id BIGINT, ocd_id VARCHAR, vintage VARCHAR);
    CREATE TABLE out.election_body (id BIGINT, election_key VARCHAR);
    CREATE TABLE out.contest_body (id BIGINT, contest_key VARCHAR);
    CREATE TABLE out.contest_extent (contest_key VARCHAR);
    CREATE TABLE out.told_endorsement (endorser_slug VARCHAR, contest_key VARCHAR);
    CREATE TABLE out.overfull_position (endorser_slug VARCHAR, contest_key VARCHAR);
    CREATE TABLE out.endorsement (id BIGINT, endorsement_key VARCHAR);
    CREATE TABLE out.endorsement_json (id BIGINT);
    CREATE TABLE out.pick_json (id BIGINT);
    CREATE TABLE out.endorsement_elsewhere (id BIGINT, endorsement_key VARCHAR, endorser_id BIGINT);
    CREATE TABLE out.election_count (endorsement_count BIGINT);
    CREATE TABLE out.endorser_body (id BIGINT, slug VARCHAR, endorsement_count BIGINT);
    CREATE TABLE out.endorser_elsewhere (id BIGINT, slug VARCHAR);
    CREATE TABLE out.edition_conflict (layer VARCHAR, state VARCHAR, plan VARCHAR, edition VARCHAR, other VARCHAR, districts VARCHAR)`)
  await runSteps(warehouse, '00_macro', '12_ballot')
})
beforeEach(() => warehouse.run('BEGIN'))
afterEach(() => warehouse.run('ROLLBACK'))

/** Rows of a `core` table come from the file `f` of source `s`, one a line. */
function insert(table: string, rows: readonly Row[]): Promise<void> {
  if (!table.startsWith('core.')) return write(warehouse, table, rows)
  const from = (line: number) => ({ source_id: 's', file: 'f', line })
  return write(
    warehouse,
    table,
    rows.map((row, at) => ({ ...from(at + 1), ...row })),
  )
}

async function breaking<Found extends Row>(check: string): Promise<Found[]> {
  await runSteps(warehouse, '12_ballot')
  return warehouse.all<Found>(readFileSync(projectFile('build', 'check', `${check}.sql`), 'utf8'))
}
const keysOf = async (check: string) => (await breaking(check)).map(({ key }) => key)

test('a contest has a district record and is voted somewhere', async () => {
  const keys = ['whole', 'no-record', 'nowhere', 'of-no-district']
  await insert(
    'core.contest',
    keys.map((contest_key) => ({ contest_key })),
  )
  await insert('out.no_such_district', [{ contest_key: 'of-no-district' }])
  await insert('out.contest_body', [
    { id: 1, contest_key: 'whole' },
    { id: 2, contest_key: 'nowhere' },
  ])
  await insert('out.contest_extent', [{ contest_key: 'whole' }, { contest_key: 'no-record' }])
  expect(await keysOf('contest-has-district')).toEqual(['no-record'])
  expect(await breaking('contest-is-voted-somewhere')).toMatchObject([
    { source_id: 's', file: 'f', line: 3, key: 'nowhere' },
  ])
})

test('the parents of contests, choices and listed counties exist', async () => {
  await insert('core.election', [{ election_key: 'e' }])
  await insert('core.contest', [
    { contest_key: 'c', election_key: 'e' },
    { contest_key: 'd', election_key: 'none' },
  ])
  await insert('core.choice', [
    { choice_key: 'c/ann', contest_key: 'c' },
    { choice_key: 'x/bob', contest_key: 'x' },
  ])
  await insert('core.contest_county', [
    { contest_key: 'd', county_ocd_id: 'wake' },
    { contest_key: 'y', county_ocd_id: 'wake' },
  ])
  const found = await breaking('contest-has-its-parents')
  expect(found.map(({ what, key, line }) => [what, key, line])).toEqual([
    ['choice without contest', 'x/bob', 2],
    ['contest without election', 'd', 2],
    ['county of no contest: wake', 'y', 2],
  ])
})

// biome-ignore format: a case a line
test.each<[kind: string, table: string, one: Row, other: Row, keys: string[]]>([
  ['district', 'out.district', { id: 1, ocd_id: 'a', vintage: '1' }, { id: 2, ocd_id: 'a', vintage: '2' }, ['a/1', 'a/2']],
  ['election', 'out.election_body', { id: 1, election_key: 'a' }, { id: 2, election_key: 'b' }, ['a', 'b']],
  ['contest', 'out.contest_body', { id: 1, contest_key: 'a' }, { id: 2, contest_key: 'b' }, ['a', 'b']],
  ['choice', 'core.choice', { choice_key: 'a', contest_key: 'c' }, { choice_key: 'b', contest_key: 'c' }, ['a', 'b']],
  ['candidate', 'core.choice', { choice_key: 'a', contest_key: 'c', candidate_name: 'A' }, { choice_key: 'b', contest_key: 'c', candidate_name: 'B' }, ['a', 'b']],
  ['officeholder', 'core.officeholder', { officeholder_key: 'a' }, { officeholder_key: 'b' }, ['a', 'b']],
])('two keys with one id are named: %s', async (kind, table, one, other, keys) => {
  await insert('core.contest', [{ contest_key: 'c' }])
  await insert(table, [one, other])
  expect(await breaking('id-does-not-collide')).toEqual([])
  if ('id' in other) await warehouse.run(`UPDATE ${table} SET id = 1`)
  else await insert('out.alias', [{ kind, key: 'b', old_key: 'a' }])
  expect(await breaking('id-does-not-collide')).toMatchObject([{ kind, keys }])
})

test('endorsers and endorsements with one id are named, also where a changes build computes only one of them', async () => {
  await insert('out.endorser_body', [
    { id: 1, slug: 'a' },
    { id: 2, slug: 'b' },
  ])
  await insert('out.endorser_elsewhere', [{ id: 3, slug: 'c' }])
  await insert('out.endorsement', [
    { id: 1, endorsement_key: 'a/x' },
    { id: 2, endorsement_key: 'b/x' },
  ])
  await insert('out.endorsement_elsewhere', [
    { id: 3, endorsement_key: 'c/x' },
    { id: 4, endorsement_key: 'c/y' },
  ])
  expect(await breaking('endorsement-id-does-not-collide')).toEqual([])
  await insert('out.endorser_elsewhere', [{ id: 2, slug: 'd' }])
  await insert('out.endorsement_elsewhere', [{ id: 1, endorsement_key: 'd/x' }])
  await insert('out.endorsement', [{ id: 2, endorsement_key: 'b/y' }])
  expect(await breaking('endorsement-id-does-not-collide')).toMatchObject([
    { kind: 'endorsement', id: 1, keys: ['a/x', 'd/x'] },
    { kind: 'endorsement', id: 2, keys: ['b/x', 'b/y'] },
    { kind: 'endorser', id: 2, keys: ['b', 'd'] },
  ])
})

test('each total of the endorsements is compared', async () => {
  const counts = async (told: number, served: number, picked: number, ofElection: number, ofEndorser: number) => {
    for (const table of ['told_endorsement', 'endorsement_json', 'pick_json', 'election_count', 'endorser_body'])
      await warehouse.run(`DELETE FROM out.${table}`)
    await warehouse.run(`
      INSERT INTO out.told_endorsement SELECT 'a', 'c' FROM range(${told});
      INSERT INTO out.endorsement_json SELECT range FROM range(${served});
      INSERT INTO out.pick_json SELECT range FROM range(${picked});
      INSERT INTO out.election_count VALUES (${ofElection});
      INSERT INTO out.endorser_body VALUES (1, 'a', ${ofEndorser})`)
    return (await breaking('endorsement-count-adds-up')).length
  }
  expect(await counts(2, 2, 2, 2, 2)).toBe(0)
  for (const wrong of ['1 2 2 2', '2 3 2 2', '2 2 3 2', '2 2 2 1']) {
    const [served = 0, picked = 0, ofElection = 0, ofEndorser = 0] = wrong.split(' ').map(Number)
    expect(await counts(2, served, picked, ofElection, ofEndorser), wrong).toBe(1)
  }
  // Beside these: one of the same endorser, and one of another. A position with too many picks is not served.
  await insert('out.endorsement_elsewhere', [
    { id: 8, endorsement_key: 'a/y', endorser_id: 1 },
    { id: 9, endorsement_key: 'b/y', endorser_id: 2 },
  ])
  expect(await counts(2, 2, 2, 4, 3)).toBe(0)
  await insert('out.overfull_position', [
    { endorser_slug: 'a', contest_key: 'other' },
    { endorser_slug: 'b', contest_key: 'c' },
  ])
  expect(await counts(2, 2, 2, 4, 3)).toBe(0)
  await insert('out.overfull_position', [{ endorser_slug: 'a', contest_key: 'c' }])
  expect(await counts(2, 0, 0, 2, 1)).toBe(0)
})

test('an endorser is of a known category, and at home in a state or the nation', async () => {
  await insert('core.endorser', [
    { endorser_slug: 'state', category: 'labor', state: 'NC' },
    { endorser_slug: 'nation', category: 'labor', state: 'national' },
    { endorser_slug: 'odd', category: 'odd', state: 'NC' },
    { endorser_slug: 'abroad', category: 'labor', state: 'ON' },
  ])
  expect(await keysOf('endorser-is-of-a-kind')).toEqual(['abroad', 'odd'])
})

test('two lines of one source have different keys; sources share contests and choices, but no officeholder', async () => {
  for (const [kind, column] of [
    ['contest', 'contest_key'],
    ['choice', 'choice_key'],
    ['officeholder', 'officeholder_key'],
  ])
    await insert(`core.${kind}`, [
      ...[{ [`${column}`]: 'a' }, { [`${column}`]: 'b' }, { [`${column}`]: 'b' }],
      { [`${column}`]: 'a', source_id: 't' },
    ])
  const found = await breaking('key-is-unique')
  expect(found.map(({ kind, key, source_id }) => [kind, key, source_id])).toEqual([
    ['choice', 'b', 's'],
    ['choice', 'b', 's'],
    ['contest', 'b', 's'],
    ['contest', 'b', 's'],
    ['officeholder', 'a', 's'],
    ['officeholder', 'a', 't'],
    ['officeholder', 'b', 's'],
    ['officeholder', 'b', 's'],
  ])
})

test('a question has exactly one yes and one no', async () => {
  const asks = (contest_key: string, ...answers: (string | null)[]) =>
    insert(
      'core.choice',
      answers.map((measure_answer, at) => ({ contest_key, choice_key: `${contest_key}/${at}`, measure_answer })),
    )
  await insert('core.contest', [
    ...['both', 'no-no', 'no-yes', 'twice', 'none'].map((contest_key) => ({ contest_key, vote_method: 'yes_no' })),
    { contest_key: 'seat', vote_method: 'plurality' },
  ])
  await asks('both', 'yes', 'no')
  await asks('no-no', 'yes')
  await asks('no-yes', null, 'no')
  await asks('twice', 'yes', 'no', 'no')
  expect(await keysOf('measure-has-yes-and-no')).toEqual(['no-no', 'no-yes', 'none', 'twice'])
})

test('only a ranked pick has a rank, counted from 1', async () => {
  await insert('core.contest', [
    { contest_key: 'ranked', vote_method: 'ranked_choice' },
    { contest_key: 'seat', vote_method: 'plurality' },
  ])
  await insert('core.endorsement', [
    { endorsement_key: 'first', contest_key: 'ranked', rank: 1 },
    { endorsement_key: 'zeroth', contest_key: 'ranked', rank: 0 },
    { endorsement_key: 'unranked', contest_key: 'ranked' },
    { endorsement_key: 'plain', contest_key: 'seat' },
    { endorsement_key: 'misplaced', contest_key: 'seat', rank: 1 },
  ])
  expect(await keysOf('rank-is-of-a-ranking')).toEqual(['misplaced', 'zeroth'])
})

test('the parents of an endorsement exist, its choice is of its contest, and its key names endorser and choice', async () => {
  const endorses = (endorser_slug: string, contest_key: string, choice_key: string, endorsement_key?: string) => ({
    ...{ endorser_slug, contest_key, choice_key, endorsement_key: endorsement_key ?? `${endorser_slug}/${choice_key}` },
  })
  await insert('core.endorser', [{ endorser_slug: 'club' }])
  await insert('core.contest', [{ contest_key: 'c' }, { contest_key: 'd' }])
  await insert('core.choice', [
    { choice_key: 'c/ann', contest_key: 'c' },
    { choice_key: 'd/bob', contest_key: 'd' },
    { choice_key: 'e/cy', contest_key: 'e' },
  ])
  await insert('core.endorsement', [
    endorses('club', 'c', 'c/ann'),
    endorses('nobody', 'c', 'c/ann'),
    endorses('club', 'e', 'e/cy'),
    endorses('club', 'c', 'd/bob'),
    endorses('club', 'd', 'd/none'),
    endorses('club', 'd', 'd/bob', 'club/other'),
    endorses('club', 'of-no-district', 'of-no-district/ann'),
  ])
  await insert('out.no_such_district', [{ contest_key: 'of-no-district' }])
  const found = await breaking('endorsement-has-its-parents')
  expect(found.map(({ what, key, line }) => [what, key, line])).toEqual([
    ['another key', 'club/other', 6],
    ['no choice of the contest', 'club/d/bob', 4],
    ['no choice of the contest', 'club/d/none', 5],
    ['no choice of the contest', 'club/e/cy', 3],
    ['no contest', 'club/e/cy', 3],
    ['no endorser', 'nobody/c/ann', 2],
  ])
})

test('a stance has its endorser and its contest, and a key of both', async () => {
  await insert('core.endorser', [{ endorser_slug: 'club' }])
  await insert('core.contest', [{ contest_key: 'c' }])
  await insert('core.stance', [
    { stance_key: 'club/c', endorser_slug: 'club', contest_key: 'c' },
    { stance_key: 'nobody/c', endorser_slug: 'nobody', contest_key: 'c' },
    { stance_key: 'club/e', endorser_slug: 'club', contest_key: 'e' },
    { stance_key: 'other', endorser_slug: 'club', contest_key: 'c' },
  ])
  const found = await breaking('endorser-stance-has-its-parents')
  expect(found.map(({ what, key }) => [what, key])).toEqual([
    ['another key', 'other'],
    ['no contest', 'club/e'],
    ['no endorser', 'nobody/c'],
  ])
})

test('a source has a known licence', async () => {
  await write(warehouse, 'core.source_read', [
    { source_id: 'free', licence: 'CC0-1.0' },
    { source_id: 'unknown', licence: 'Mine' },
  ])
  expect(await keysOf('source-has-a-licence')).toEqual(['unknown'])
})

test('the marks that a contest allows fit its vote method', async () => {
  const contest = (contest_key: string, kind: string, vote_method: string, votes_allowed: number, ranks?: number) => ({
    ...{ contest_key, kind, vote_method, votes_allowed, ranks_allowed: ranks ?? null },
  })
  await insert('core.contest', [
    contest('one', 'candidate', 'plurality', 1),
    contest('two', 'candidate', 'multi_seat', 2),
    contest('approval', 'candidate', 'approval', 1),
    contest('ranked', 'candidate', 'ranked_choice', 1, 3),
    contest('measure', 'measure', 'yes_no', 1),
    contest('retention', 'retention', 'yes_no', 1),
    contest('x-none', 'candidate', 'approval', 0),
    contest('x-one-of-two', 'candidate', 'plurality', 2),
    contest('x-question-of-two', 'measure', 'yes_no', 2),
    contest('x-several-of-one', 'candidate', 'multi_seat', 1),
    contest('x-ranks-of-one', 'candidate', 'plurality', 1, 3),
    contest('x-ranked-without-ranks', 'candidate', 'ranked_choice', 1),
    contest('x-measure-of-persons', 'measure', 'plurality', 1),
    contest('x-retention-of-persons', 'retention', 'plurality', 1),
    contest('x-person-as-question', 'candidate', 'yes_no', 1),
  ])
  const found = await keysOf('vote-method-fits')
  expect(found).toHaveLength(9)
  for (const key of found) expect(key).toMatch(/^x-/)
})

test('a run lists each failed check with its rule, all offences and a few samples; an edit of endorsements runs five', async () => {
  await insert('out.election_count', [{ endorsement_count: 0 }])
  expect(await runChecks(warehouse)).toMatchObject({ failed: [] })
  const many = Array.from({ length: CHECK_SAMPLE_ROWS + 2 }, (_, n) => ({
    endorser_slug: `e${n}`,
    category: 'odd',
    state: 'NC',
  }))
  await insert('core.endorser', many)
  await insert('core.choice', [{ choice_key: 'x/bob', contest_key: 'x' }])
  const every = await runChecks(warehouse)
  expect(every.failed.map(({ check }) => check)).toEqual(['contest-has-its-parents', 'endorser-is-of-a-kind'])
  expect(every.failed[1]).toMatchObject({
    rule: expect.stringMatching(/^An endorser's category is listed/),
    rows: many.length,
    offences: many.map(({ endorser_slug }, at) => ({ source_id: 's', file: 'f', line: at + 1, key: endorser_slug })),
  })
  expect(every.failed[1]?.sample).toHaveLength(CHECK_SAMPLE_ROWS)
  const { passed, failed } = await runChecks(warehouse, 'endorsements')
  expect(failed.map(({ check }) => check)).toEqual(['endorser-is-of-a-kind'])
  // The counts, the parents, the ids, the ranks, and the parents of stances.
  expect(passed).toBe(5)
})
