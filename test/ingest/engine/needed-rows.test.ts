// The rows of other sources, as a reader gets them: divisions, ballots and endorsers.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import {
  type BallotRows,
  loadBallotRows,
  loadEndorserRows,
  toBallots,
  toEndorsers,
} from '../../../ingest/engine/ballot-rows.ts'
import { missingDivisions, toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { openFolder } from '../../temporary.ts'

const NC = 'ocd-division/country:us/state:nc'
const division = (ocd_id: string, name: string, census_geoid: string | null = null, same_as: string | null = null) => ({
  ...{ ocd_id, name, census_geoid, same_as, valid_through: null },
})

describe('divisions', () => {
  const divisions = toDivisions([
    division(`${NC}/place:cary`, 'Cary'),
    division(`${NC}/place:apex`, 'Apex', '3701520'),
    division(`${NC}/place:cary`, 'Cary town', '3710740'),
    division(`${NC}/place:cary`, 'Cary again', '0000000'),
    division(`${NC}/place:old_apex`, 'Old Apex', null, `${NC}/place:apex`),
    division(`${NC}/county:wake/place:inner`, 'Inner'),
    division(`${NC}/placename:none`, 'None'),
    division('ocd-division/country:us/state:ncx/place:other', 'Other'),
    division(`${NC}/dc`, 'Untyped'),
  ])

  it('of a type are listed once, below their parent alone, without aliases and with a GEOID if one has it', () => {
    expect(divisions.under(NC, 'place')).toEqual([
      { ocd_id: `${NC}/county:wake/place:inner`, name: 'Inner', census_geoid: null },
      { ocd_id: `${NC}/place:apex`, name: 'Apex', census_geoid: '3701520' },
      { ocd_id: `${NC}/place:cary`, name: 'Cary town', census_geoid: '3710740' },
    ])
    expect(divisions.under(`${NC}/county:wake`, 'place')).toMatchObject([{ name: 'Inner' }])
    expect(divisions.under(NC, 'county')).toEqual([])
    expect(divisions.under(NC, 'dc')).toMatchObject([{ name: 'Untyped' }])
  })

  it('are known by their aliases, which lead to the division', () => {
    expect([`${NC}/place:old_apex`, `${NC}/place:apex`, `${NC}/place:no`].map(divisions.has)).toEqual([
      ...[true, true, false],
    ])
    expect(divisions.canonical(`${NC}/place:old_apex`)).toBe(`${NC}/place:apex`)
    expect(divisions.canonical(`${NC}/place:no`)).toBe(`${NC}/place:no`)
  })

  it.each([
    () => missingDivisions.has(NC),
    () => missingDivisions.canonical(NC),
    () => missingDivisions.under(NC, 'place'),
  ])('stop the source if they were never read: %s', (ask) => expect(ask).toThrow('have not been read yet'))
})

describe('ballots and endorsers', () => {
  const election = (source_id: string, election_key: string, name: string) => ({
    ...{ source_id, id: 1, election_key, state: 'NC' as const, date: '2028-11-07', type: 'general' as const, name },
    ...{ name_es: null, short_name: name, primary_system: null, info_url: null, details: '{}' },
  })
  const contest = (source_id: string, contest_key: string, title: string, election_key = 'e') => ({
    ...{ source_id, id: 2, contest_key, election_key, title, short_title: title, kind: 'candidate' as const },
    ...{ vote_method: 'plurality' as const, votes_allowed: 1, ranks_allowed: null, party: null },
    ...{ measure_code: null, ocd_id: NC },
  })
  const choice = (source_id: string, contest_key: string, choice_key: string, label: string) => ({
    ...{ source_id, id: 3, contest_key, choice_key, label, candidate_name: label, measure_answer: null },
    ...{ party: null, withdrawn: false },
  })
  const rows: BallotRows = {
    elections: [election('a', 'e', 'of a'), election('b', 'e', 'of b'), election('later', 'f', 'of later')],
    contests: [
      ...[contest('a', 'x', 'x of a'), contest('b', 'x', 'x of b'), contest('b', 'y', 'y of b')],
      ...[contest('later', 'z', 'z of later'), contest('b', 'w', 'of another election', 'f')],
    ],
    choices: [
      ...[
        choice('a', 'x', 'x/1', 'one of a'),
        choice('b', 'x', 'x/1', 'one of b'),
        choice('b', 'x', 'x/2', 'two of b'),
      ],
      ...[choice('later', 'x', 'x/3', 'three of later'), choice('b', 'y', 'y/1', 'y one')],
    ],
  }
  const hidden = new Set(['later'])

  it('appear once, from the first of the preceding sources that has them, with its choices alone', () => {
    const lists = { kinds: ['candidate' as const], whole_in: [NC] }
    const ballots = toBallots(rows, { hidden, reads: new Map([['b', { lists }]]) })
    expect(ballots.elections().map(({ name }) => name)).toEqual(['of a'])
    expect(ballots.contests('e')).toMatchObject([
      { title: 'x of a', choices: [{ label: 'one of a' }] },
      { title: 'y of b', choices: [{ label: 'y one' }] },
    ])
    expect(ballots.elections()[0]).not.toHaveProperty('source_id')
    expect(ballots.contests('e')[0]).not.toHaveProperty('source_id')
    expect(ballots.listings('e')).toEqual([undefined, lists])
    expect(ballots.listings('f')).toEqual([])
  })

  it('of endorsers: the first row of a slug applies', () => {
    const endorser = (source_id: string, endorser_slug: string, name: string) => ({
      ...{ source_id, id: 4, endorser_slug, name },
    })
    const all = [endorser('later', 'a', 'A of later'), endorser('a', 'a', 'A'), endorser('b', 'a', 'A of b')]
    expect(toEndorsers([...all, endorser('b', 'c', 'C')], { hidden })).toEqual([
      { id: 4, endorser_slug: 'a', name: 'A' },
      { id: 4, endorser_slug: 'c', name: 'C' },
    ])
  })
})

it('the rows of a database are in ballot order, with the ids of their corrections', async () => {
  const folder = openFolder()
  const put = (name: string, ...lines: string[]): string => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
    return join(folder, name)
  }
  const old = ['contest,new,old,Renamed', 'choice,old/2,wrong,Misspelt', 'election,a,b,Not of this kind']
  const files = {
    aliases: put('aliases.csv', 'kind,key,old_key,why', ...old),
    salts: put('salts.csv', 'kind,key,salt', 'endorser,club,~1', 'contest,club,~2', 'election,z,~3'),
  }
  const warehouse = await openWarehouse(':memory:')
  try {
    await warehouse.run(`
      INSERT INTO core.election BY NAME
        SELECT 'f' AS file, 1 AS line, 'general' AS type, 'E' AS name, 'E' AS short_name, '{}' AS details, *
        FROM (VALUES ('b', 'nc-2', 'NC', DATE '2028-11-07'), ('a', 'nc-2', 'NC', DATE '2028-11-07'),
          ('a', 'nc-1', 'NC', DATE '2028-03-07'), ('a', 'dc-2', 'DC', DATE '2028-11-07'))
          AS t (source_id, election_key, state, date);
      INSERT INTO core.contest BY NAME
        SELECT 'a' AS source_id, 'f' AS file, 1 AS line, 'T' AS title, 'T' AS short_title, 'candidate' AS kind,
          'plurality' AS vote_method, 1 AS votes_allowed, 'x' AS ocd_id, *
        FROM (VALUES ('new', 'nc-2', 1), ('old', 'nc-2', 2), ('a', 'nc-2', 3), ('z', 'nc-1', 9))
          AS t (contest_key, election_key, ballot_order);
      INSERT INTO core.choice BY NAME
        SELECT 'a' AS source_id, 'f' AS file, 1 AS line, 'L' AS label, false AS withdrawn, 'new' AS contest_key, *
        FROM (VALUES ('new/1', 2), ('old/2', 1)) AS t (choice_key, ballot_order);
      INSERT INTO core.endorser BY NAME
        SELECT 'N' AS name, *
        FROM (VALUES ('b', 'f', 2, 'club'), ('a', 'g', 1, 'club'), ('a', 'f', 3, 'club'), ('c', 'f', 1, 'a-club'))
          AS t (source_id, file, line, endorser_slug)`)
    const corrected: Pick<Warehouse, 'all'> = { all: (sql) => warehouse.all(sql, files) }
    const { elections, contests, choices } = await loadBallotRows({ ...warehouse, ...corrected })
    const told = elections.map(({ election_key, source_id, date }) => `${election_key} ${source_id} ${date}`)
    const days = ['nc-1 a 2028-03-07', 'dc-2 a 2028-11-07', 'nc-2 a 2028-11-07', 'nc-2 b 2028-11-07']
    expect(told).toEqual(days)
    expect(contests.map(({ contest_key }) => contest_key)).toEqual(['z', 'new', 'old', 'a'])
    expect(choices.map(({ choice_key }) => choice_key)).toEqual(['old/2', 'new/1'])
    const endorsers = await loadEndorserRows({ ...warehouse, ...corrected })
    expect(endorsers.map(({ endorser_slug, source_id }) => `${endorser_slug} ${source_id}`)).toEqual([
      ...['a-club c', 'club a', 'club a', 'club b'],
    ])
    const idOf = async (kind: string, key: string): Promise<number | undefined> => {
      const [row] = await warehouse.all<{ id: number }>('SELECT natural_id($kind, $key) AS id', { kind, key })
      return row?.id
    }
    const ids = async (kind: string, ...keys: string[]) => await Promise.all(keys.map((key) => idOf(kind, key)))
    expect(contests.map(({ id }) => id)).toEqual(await ids('contest', 'z', 'old', 'old', 'a'))
    expect(choices.map(({ id }) => id)).toEqual(await ids('choice', 'wrong', 'new/1'))
    expect(endorsers.slice(0, 2).map(({ id }) => id)).toEqual(await ids('endorser', 'a-club', 'club~1'))
  } finally {
    await warehouse.close()
  }
})
