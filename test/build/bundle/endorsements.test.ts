// From endorsement rows to the served tables: the numbered SQL over a few rows, with expected results by hand.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findOverridden } from '../../../build/bundle/overridden.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { contest as servedContest } from '../../../data/schema/contest.ts'
import { builtEndorsement } from '../../../data/schema/endorsement.ts'
import { endorsedElection, endorserCategory, endorser as servedEndorser } from '../../../data/schema/endorser.ts'
import { endorserStance, position } from '../../../data/schema/position.ts'
import { NATIONAL, type VoteMethod } from '../../../data/schema/vocabulary.ts'
import { projectFile } from '../../../data/store/paths.ts'
import type { SourceRow } from '../../../data/store/source-read.ts'
import { column, createEmpty, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

/** The server adds `report_url` when it reads a record. */
const contest = servedContest.omit({ report_url: true })
const endorser = servedEndorser.omit({ report_url: true })

const STEPS = [
  ...['00_macro', '12_ballot', '50_election_body', '54_choice_name', '55_choice_body', '60_contest_body'],
  ...['61_elsewhere', '61_endorsement', '61_evidence', '62_endorsement_body', '63_endorser_body'],
  ...['64_endorsement_coverage', '64_agreement', '64_endorser_coverage'],
]
const CHECKS = [
  'endorsement-count-adds-up',
  'endorsement-has-its-parents',
  'endorser-stance-has-its-parents',
  'endorser-is-of-a-kind',
  'rank-is-of-a-ranking',
]

/** Stubs for the tables of districts and extents, which this test does not cover. */
const DISTRICTS = `
CREATE TABLE out.contest_district AS SELECT contest_key, ocd_id, true AS lines_held, '2024' AS vintage FROM core.contest;
CREATE TABLE out.contest_extent AS SELECT contest_key, ocd_id FROM core.contest WHERE false;
CREATE TABLE out.district_body AS
SELECT 7 AS id, 'ocd-division/country:us/state:nc' AS ocd_id, '2024' AS vintage,
  {'id': 7, 'name': 'North Carolina', 'level': 'state', 'ocd_id': 'ocd-division/country:us/state:nc', 'state': 'NC', 'type': 'state', 'lines_precision': 'exact'} AS summary_struct;`

const full = (key: string): string =>
  key.replace(/^general/, 'nc-2024-11-05-general').replace(/^earlier/, 'nc-2022-11-08-general')

const electionRow = (election: string, date: string): SourceRow =>
  sourceRow('election', {
    ...{ election_key: full(election), date, name: `Election of ${date}`, name_es: `Elección de ${date}` },
  })

const TEXTS: Partial<Record<VoteMethod, Partial<CoreRows['contest']>>> = {
  multi_seat: { description: 'Two seats', votes_allowed: 2 },
  ranked_choice: { ranks_allowed: 2 },
  yes_no: {
    ...{ kind: 'measure', title_es: 'Bonos', short_title_es: 'Bono' },
    ...{ description: 'To build', description_es: 'Para construir' },
  },
}

function contestRows(short: string, vote_method: VoteMethod): SourceRow[] {
  const contest_key = full(short)
  const [election_key = ''] = contest_key.split('/')
  const own = { contest_key, election_key, title: short, short_title: short, vote_method, ...TEXTS[vote_method] }
  const labels = vote_method === 'yes_no' ? (['yes', 'no'] as const) : (['ada', 'bo', 'cy', 'di'] as const)
  const choices = labels.map((label, ballot_order) => {
    const answer = label === 'yes' || label === 'no' ? label : null
    return sourceRow('choice', {
      ...{ choice_key: `${contest_key}/${label}`, contest_key, label, ballot_order, withdrawn: label === 'di' },
      ...{ label_es: label === 'yes' ? 'Sí' : null, measure_answer: answer, candidate_name: answer ? null : label },
    })
  })
  return [sourceRow('contest', own), ...choices]
}

const endorserRow = (endorser_slug: string, name: string, category: string): SourceRow =>
  sourceRow('endorser', { endorser_slug, name, category, state: NATIONAL })

/** @param pick `general/senate/ada`, or `general/council/ada 2` with a rank */
function endorses(endorser_slug: string, pick: string, more: Partial<CoreRows['endorsement']> = {}): SourceRow {
  const [choice_key = '', rank] = full(pick).split(' ')
  return sourceRow('endorsement', {
    ...{ endorsement_key: `${endorser_slug}/${choice_key}`, endorser_slug, choice_key },
    ...{ contest_key: choice_key.replace(/\/[^/]*$/, ''), rank: rank === undefined ? null : Number(rank), ...more },
  })
}

function silent(
  endorser_slug: string,
  contest: string,
  stance: CoreRows['stance']['stance'],
  published_on: string | null = null,
): SourceRow {
  const contest_key = full(contest)
  const stance_key = `${endorser_slug}/${contest_key}`
  return sourceRow('stance', { stance_key, endorser_slug, contest_key, stance, published_on })
}

async function bodies<Body>(table: string, schema: z.ZodType<Body>, order: string, body = 'body_en'): Promise<Body[]> {
  const found = await column(warehouse, `SELECT ${body} FROM out.${table} ORDER BY ${order}`)
  return found.map((text) => schema.parse(JSON.parse(text)))
}

const BALLOTS = [
  electionRow('general', '2024-11-05'),
  electionRow('earlier', '2022-11-08'),
  ...contestRows('general/senate', 'plurality'),
  ...contestRows('general/board', 'multi_seat'),
  ...contestRows('general/council', 'ranked_choice'),
  ...contestRows('general/bond', 'yes_no'),
  ...contestRows('earlier/senate', 'plurality'),
]

const FEED = [
  endorserRow('zeta', 'Alpha', 'labor'),
  endorserRow('beta', 'Beta', 'party'),
  endorserRow('mute', 'Mute', 'party'),
  endorses('zeta', 'general/senate/ada', { statement: 'Yes!', statement_es: '¡Sí!', published_on: '2024-09-02' }),
  endorses('zeta', 'general/board/cy'),
  endorses('zeta', 'general/board/ada'),
  endorses('zeta', 'general/council/cy 1'),
  endorses('zeta', 'general/council/bo 3'),
  endorses('zeta', 'general/council/ada 2'),
  endorses('zeta', 'general/bond/yes', { statement: 'Build it' }),
  endorses('zeta', 'earlier/senate/bo'),
  endorses('beta', 'general/senate/di'),
  silent('mute', 'general/senate', 'no_position', '2024-09-01'),
  silent('mute', 'general/bond', 'declined'),
  silent('mute', 'earlier/senate', 'no_position', '2022-09-01'),
  // The position counts.
  silent('zeta', 'general/senate', 'declined', '2024-09-30'),
  // None of its picks there is served.
  silent('beta', 'general/bond', 'rescinded'),
  // Two picks in vote-for-one, three for two, Yes and No, a repeated rank: none of them is served.
  ...['ada', 'bo'].map((name) => endorses('beta', `earlier/senate/${name}`)),
  ...['ada', 'bo', 'cy'].map((name) => endorses('beta', `general/board/${name}`)),
  ...['yes', 'no'].map((answer) => endorses('beta', `general/bond/${answer}`)),
  ...['ada 1', 'bo 1'].map((ranked) => endorses('beta', `general/council/${ranked}`)),
]
const OTHER_FEED = [
  endorserRow('zeta', 'Alpha, as others call it', 'labor'),
  endorses('zeta', 'general/senate/ada', { published_on: '2024-09-01', source_url: 'https://example.org/a' }),
  endorses('zeta', 'general/council/cy 1', { source_url: 'https://example.org/c' }),
  // Later than the other feed.
  silent('mute', 'general/senate', 'rescinded', '2024-09-09'),
]

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await loadReference(warehouse)
  await replace(warehouse, 'a-ballots', BALLOTS)
  await replace(warehouse, 'b-feed', FEED, { published_on: '2024-09-15' })
  await replace(warehouse, 'c-feed', OTHER_FEED, { published_on: '2024-09-10' })
  await createEmpty(warehouse, 'contest_gap', 'no_such_district')
  await warehouse.run(DISTRICTS)
  // Only names of candidates are served in another case.
  await warehouse.run('CREATE TABLE out.spelling (choice_key VARCHAR, name VARCHAR, running_mate VARCHAR)')
  await warehouse.append('out.spelling', [
    [full('general/board/di'), 'Di', null],
    [full('general/bond/no'), 'NO', null],
  ])
  await runSteps(warehouse, ...STEPS)
})

describe('served rows', () => {
  test('each endorsement once, even from two feeds; none of a position with too many picks', async () => {
    const served = await bodies('endorsement_json', builtEndorsement, 'id')
    const said = served.map((one) => `${one.endorser.slug} ${one.contest.title} ${one.choice.label} ${one.rank}`).sort()
    expect(said).toEqual([
      'beta general/senate di null',
      'zeta earlier/senate bo null',
      'zeta general/board ada null',
      'zeta general/board cy null',
      'zeta general/bond yes null',
      'zeta general/council ada 2',
      'zeta general/council bo 3',
      'zeta general/council cy 1',
      'zeta general/senate ada null',
    ])
    const twice = served.find(({ contest, choice }) => contest.title === 'general/senate' && choice.label === 'ada')
    expect(twice).toMatchObject({ published_on: '2024-09-01', source_url: 'https://example.org/a', statement: null })
    expect(twice?.endorser).toMatchObject({ name: 'Alpha', category: { name: 'Labor groups' }, state: 'national' })
    expect(served.map(({ id }) => id)).toEqual([...served.map(({ id }) => id)].sort((a, b) => a - b))
  })

  test('in Spanish where there is a translation, text by text', async () => {
    const served = await bodies('endorsement_json', builtEndorsement, 'id', 'body_es')
    const bond = served.find(({ contest }) => contest.title === 'Bonos')
    expect(bond).toMatchObject({
      ...{ statement: 'Build it', choice: { label: 'Sí' }, election: { name: 'Elección de 2024-11-05' } },
      endorser: { category: { name: 'Sindicatos' } },
    })
  })

  test('positions by endorser name, picks by rank, then ballot order', async () => {
    const positions = await bodies('position_json', position, 'contest_id, ordinal')
    const shown = positions.map(({ endorser: by, picks }) => `${by.name}: ${picks.map(({ label }) => label).join(' ')}`)
    expect([...shown].sort()).toEqual([
      ...['Alpha: ada', 'Alpha: ada cy', 'Alpha: bo', 'Alpha: cy ada bo', 'Alpha: yes', 'Beta: di'],
    ])
    expect(shown.indexOf('Beta: di')).toBe(shown.indexOf('Alpha: ada') + 1)
    const ids = new Set((await bodies('endorsement_json', builtEndorsement, 'id')).map(({ id }) => id))
    for (const { picks } of positions) for (const { id } of picks) expect(ids.has(id)).toBe(true)
  })

  test('stances where no position is served, the latest of several sources, by endorser name', async () => {
    const held = await bodies('stance_json', endorserStance, 'contest_id, ordinal')
    const titles = await column(
      warehouse,
      `SELECT summary_en.title
      FROM out.stance
      JOIN out.contest_body ON contest_body.id = contest_id
      ORDER BY contest_id, ordinal`,
    )
    const said = held.map((one, nth) => `${titles[nth]} ${one.endorser.slug} ${one.stance} ${one.published_on}`)
    expect([...said].sort()).toEqual([
      'earlier/senate mute no_position 2022-09-01',
      'general/bond beta rescinded null',
      'general/bond mute declined null',
      'general/senate mute rescinded 2024-09-09',
    ])
    expect(said.indexOf('general/bond beta rescinded null')).toBe(said.indexOf('general/bond mute declined null') - 1)
  })

  test('coverage: a stance is word too, a position with too many picks is not, and no earlier election gives null', async () => {
    const said = await column(
      warehouse,
      `
SELECT concat_ws(' ', endorser_slug, election_date, position_count, stance_count,
  coalesce(usual_contest_count::VARCHAR, '-'), coalesce(covered_contest_count::VARCHAR, '-'), coalesce(share::VARCHAR, '-')) AS said
FROM out.endorser_coverage JOIN out.told_endorser AS endorser ON endorser.id = endorser_id
ORDER BY said`,
    )
    expect(said).toEqual([
      'beta 2024-11-05 1 1 - - -',
      'mute 2022-11-08 0 1 - - -',
      'mute 2024-11-05 0 2 1 1 1.0',
      'zeta 2022-11-08 1 0 - - -',
      'zeta 2024-11-05 4 0 1 1 1.0',
    ])
  })

  test('counts: of endorsers, their elections newest first, and categories', async () => {
    const endorsers = await bodies('endorser_body', endorser, 'name')
    expect(endorsers.map(({ slug, endorsement_count: count }) => `${slug} ${count}`)).toEqual([
      ...['zeta 8', 'beta 1', 'mute 0'],
    ])
    const listed = z.array(z.strictObject(endorsedElection.shape))
    const [elections] = await bodies('endorser_body', listed, 'name', 'elections_en')
    expect(elections).toEqual([
      { election: full('general'), name: 'Election of 2024-11-05', date: '2024-11-05', contests: 4 },
      { election: full('earlier'), name: 'Election of 2022-11-08', date: '2022-11-08', contests: 1 },
    ])
    const categories = await bodies('category_body', z.strictObject(endorserCategory.shape), 'slug')
    const counted = categories.filter((one) => one.endorser_count > 0)
    expect(counted.map((one) => `${one.slug} ${one.endorser_count}`)).toEqual(['labor 1', 'party 2'])
    const counts = "SELECT endorsement_count || ' in ' || endorsed_contest_count FROM out.election_count ORDER BY ALL"
    expect(await column(warehouse, counts)).toEqual(['1 in 1', '8 in 4'])
    expect(await warehouse.all('FROM out.endorsement_coverage')).toEqual([
      { state: 'NC', updated_at: '2024-09-15T00:00:00.000Z' },
    ])
  })
})

describe('bodies in both languages', () => {
  const contestOf = async (short: string, body: 'body_en' | 'body_es') => {
    const key = full(short)
    const [text] = await column(warehouse, `SELECT ${body} FROM out.contest_body WHERE contest_key = $key`, { key })
    return contest.parse(JSON.parse(text ?? ''))
  }
  const labelsOf = ({ choices }: z.infer<typeof contest>) => choices.map(({ label }) => label)

  test('of a contest have its texts, its election and its choices in ballot order', async () => {
    const [en, es] = [await contestOf('general/bond', 'body_en'), await contestOf('general/bond', 'body_es')]
    expect(en).toMatchObject({ title: 'general/bond', short_title: 'general/bond', description: 'To build' })
    expect(es).toMatchObject({ id: en.id, title: 'Bonos', short_title: 'Bono', description: 'Para construir' })
    expect([en.election.name, es.election.name]).toEqual(['Election of 2024-11-05', 'Elección de 2024-11-05'])
    expect([labelsOf(en), labelsOf(es)]).toEqual([
      ['yes', 'no'],
      ['Sí', 'no'],
    ])
    expect(en.choices.map(({ candidate }) => candidate)).toEqual([null, null])
  })

  test.each(['body_en', 'body_es'] as const)(
    '%s repeats a text without a translation, and spells a candidate',
    async (body) => {
      const board = await contestOf('general/board', body)
      expect(board).toMatchObject({ title: 'general/board', short_title: 'general/board', description: 'Two seats' })
      expect(labelsOf(board)).toEqual(['ada', 'bo', 'cy', 'Di'])
      expect(board.choices.map(({ withdrawn }) => withdrawn)).toEqual([false, false, false, true])
      expect(board.choices[3]?.candidate?.full_name).toBe('Di')
    },
  )

  test('of choices alone are in ballot order too', async () => {
    const said = await column(
      warehouse,
      `SELECT concat(body_en ->> 'label', ' ', body_es ->> 'label')
      FROM out.choice_row
      JOIN (SELECT id FROM out.contest_body WHERE contest_key = $key) AS contest ON contest.id = contest_id`,
      { key: full('general/bond') },
    )
    expect(said).toEqual(['yes Sí', 'no no'])
  })

  test('of a position and its picks have the statement and the order of the picks', async () => {
    const spanish = await bodies('position_json', position, 'contest_id, ordinal', 'body_es')
    const picks = spanish.find(({ picks }) => picks.length === 3)?.picks
    expect(picks?.map(({ label, rank }) => `${label} ${rank}`)).toEqual(['cy 1', 'ada 2', 'bo 3'])
    const [bond] = spanish
      .flatMap((one) => one.picks.map((pick) => ({ ...pick, by: one.endorser.category.name })))
      .filter(({ label }) => label === 'Sí')
    expect(bond).toMatchObject({ statement: 'Build it', by: 'Sindicatos', measure_answer: 'yes' })
    const backers = await column(
      warehouse,
      `SELECT DISTINCT backer_es -> 'endorser' -> 'category' ->> 'name'
      FROM out.pick_json
      WHERE choice_id IN (SELECT id FROM out.choice_body WHERE choice_key = $key)`,
      { key: full('general/bond/yes') },
    )
    expect(backers).toEqual(['Sindicatos'])
  })

  test('of an endorser have its category and its elections', async () => {
    const [alpha] = await bodies('endorser_body', endorser, 'name', 'body_es')
    expect(alpha?.category.name).toBe('Sindicatos')
    const [elections] = await bodies('endorser_body', z.array(endorsedElection), 'name', 'elections_es')
    expect(elections?.map(({ name, contests }) => `${name}: ${contests}`)).toEqual([
      ...['Elección de 2024-11-05: 4', 'Elección de 2022-11-08: 1'],
    ])
    const laborOf = async (body: string) =>
      (await bodies('category_body', endorserCategory, 'slug', body)).find(({ slug }) => slug === 'labor')
    const labor = await laborOf('body_es')
    expect(labor).toMatchObject({ name: 'Sindicatos', endorser_count: 1 })
    expect(labor?.singular_name).not.toBe((await laborOf('body_en'))?.singular_name)
  })

  test('of an election count its contests and its measures', async () => {
    const counts = "SELECT concat_ws(' ', slug, contest_count, measure_count) FROM out.election_body ORDER BY slug"
    expect(await column(warehouse, counts)).toEqual([`${full('earlier')} 1 0`, `${full('general')} 4 1`])
  })
})

test('the checks pass for valid rows', async () => {
  for (const check of CHECKS) {
    const sql = readFileSync(projectFile('build', 'check', `${check}.sql`), 'utf8')
    expect((await warehouse.query(sql)).rows, check).toEqual([])
  }
})

test('an endorsement of a feed that a publishing desk has too is reported once', async () => {
  await replace(warehouse, 'desk', [endorserRow('beta', 'Beta', 'party'), endorses('beta', 'general/senate/di')])
  await runSteps(warehouse, '61_endorsement')
  const value = `beta ${full('general/senate/di')}`
  const issues = (await findOverridden(warehouse)).filter((issue) => issue.value === value)
  expect(issues.map(({ source_id, code }) => `${source_id} ${code}`)).toEqual(['b-feed overridden-by-desk'])
})

test('an endorsement of a contest that is left out is not said to be served from another feed', async () => {
  const ofSenate = async () =>
    (await findOverridden(warehouse)).filter(({ value }) => value?.includes(full('general/senate')))
  expect((await ofSenate()).map(({ code }) => code)).toContain('overridden-endorsement')
  await warehouse.run('INSERT INTO out.no_such_district BY NAME SELECT $key AS contest_key', {
    key: full('general/senate'),
  })
  expect(await ofSenate()).toEqual([])
})
