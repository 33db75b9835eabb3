import { describe, expect, it } from 'vitest'
import { HAS_REAL, readReal, realDivisions } from '../read.ts'

const MI = 'ocd-division/country:us/state:mi'

describe.skipIf(!HAS_REAL)("Michigan's files of 2012", async () => {
  const read = HAS_REAL
    ? await readReal('mi-candidates-2012', realDivisions('mi'))
    : { election: [], contest: [], contest_county: [], choice: [], issues: [] }
  const titled = (title: string) => read.contest.find((contest) => contest.title === title)
  const labels = (title: string) => {
    const contest = titled(title)
    return read.choice.filter(({ contest_key }) => contest_key === contest?.contest_key).map(({ label }) => label)
  }

  it('hold one general election: 133 contests of candidates and 6 proposals', () => {
    expect(read.election.map(({ election_key }) => election_key)).toEqual(['mi-2012-11-06-general'])
    expect(read.contest.filter(({ kind }) => kind === 'candidate')).toHaveLength(133)
    expect(read.contest.filter(({ kind }) => kind === 'measure')).toHaveLength(6)
    // The file's 395 lines are its votes cast in all, and one a choice.
    expect(read.choice).toHaveLength(394)
    expect(read.issues).toEqual([])
  })

  it('name 14 congressional and 110 house districts, whose contests lie somewhere in the state', () => {
    const numbers = (word: string) =>
      read.contest
        .filter(({ ocd_id, contest_key }) => ocd_id.startsWith(`${MI}/${word}:`) && !contest_key.endsWith('/unexpired'))
        .map(({ ocd_id, within_ocd_id }) => [Number(ocd_id.split(':').at(-1)), within_ocd_id])
    expect(numbers('cd')).toEqual(Array.from({ length: 14 }, (_, index) => [index + 1, MI]))
    expect(numbers('sldl')).toEqual(Array.from({ length: 110 }, (_, index) => [index + 1, MI]))
  })

  it('keep a full and an unexpired term of one seat apart', () => {
    const terms = read.contest.filter(({ ocd_id }) => ocd_id === `${MI}/cd:11`)
    expect(terms.map(({ title }) => title)).toEqual([
      'United States Representative, District 11',
      'United States Representative, District 11 (Unexpired)',
    ])
    expect(terms.map(({ details }) => JSON.parse(details))).toMatchObject([{ term: '2 years' }, { short_term: true }])
  })

  it('give names in reading order, and boards of two seats two votes', () => {
    expect(labels('President and Vice President of the United States')).toContain('VIRGIL H. GOODE, JR.')
    expect(titled('Regent of the University of Michigan')).toMatchObject({
      vote_method: 'multi_seat',
      votes_allowed: 2,
    })
    expect(titled('Justice of the Supreme Court')).toMatchObject({ votes_allowed: 2, level: 'state' })
  })

  it('answer proposals with Yes before No', () => {
    expect(labels('Proposal 12-1: Referendum: the Emergency Manager Law')).toEqual(['Yes', 'No'])
    expect(titled('Proposal 12-2: Constitutional Amendment: Collective Bargaining')).toMatchObject({
      measure_code: 'Proposal 12-2',
      vote_method: 'yes_no',
      ocd_id: MI,
    })
  })
})

describe.skipIf(!HAS_REAL)("Michigan's files of 2014", async () => {
  const { election, contest, choice, issues } = HAS_REAL
    ? await readReal('mi-candidates-2014', realDivisions('mi'))
    : { election: [], contest: [], choice: [], issues: [] }
  const subjects = (pattern: RegExp) => contest.filter(({ contest_key }) => pattern.test(contest_key))

  it('hold one general election: 2 proposals, and 172 contests of candidates, of which 6 have two of one party', () => {
    expect(election.map(({ election_key }) => election_key)).toEqual(['mi-2014-11-04-general'])
    expect(contest.filter(({ kind }) => kind === 'candidate')).toHaveLength(172 - 6)
    // The file's 465 lines are its votes cast in all, and one a choice.
    expect(choice).toHaveLength(464 - 20)
    expect(issues.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 'two-nominees'))
  })

  it('elect a governor, the whole Senate and House, and 14 Representatives', () => {
    const counts = [/\/governor$/, /state-senate$/, /state-house$/, /us-house$/].map(
      (pattern) => subjects(pattern).length,
    )
    expect(counts).toEqual([1, 38, 110 - 5, 14 - 1])
    expect(contest[0]).toMatchObject({ title: 'Governor and Lieutenant Governor', ballot_order: 1, ocd_id: MI })
  })

  it('ask about two referendums, whose titles repeat the word proposal', () => {
    expect(subjects(/\/proposal-/).map(({ title, measure_code }) => [title, measure_code])).toEqual([
      ['Proposal 14-1: A Referendum of Public Act 520 of 2012', 'Proposal 14-1'],
      ['Proposal 14-2: A Referendum of Public Act 21 of 2013', 'Proposal 14-2'],
    ])
  })
})
