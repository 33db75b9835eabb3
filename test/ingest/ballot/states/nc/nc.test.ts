import { describe, expect, it } from 'vitest'
import { sourceOf } from '../../../nightly.ts'
import { publishedIn } from '../../published.ts'
import { readText } from '../../read.ts'

const NC = 'ocd-division/country:us/state:nc'
const divisions = publishedIn('NC', [['place:montreat', 'Montreat town']])
const HEADER_2024 =
  '"election_dt","county_name","contest_name","name_on_ballot","first_name","middle_name","last_name","name_suffix_lbl","nick_name","street_address","city","state","zip_code","phone","office_phone","business_phone","email","candidacy_dt","party_contest","party_candidate","is_unexpired","has_primary","is_partisan","vote_for","term"'
const HEADER_2020 = HEADER_2024.replace('"email",', '')

const CELLS = { date: '11/05/2024', county: 'WAKE', party: '', primary: '', voteFor: 1, last: 'X' }
const FLAGS = { unexpired: false, hasPrimary: false }
type Line = { contest: string; name: string } & Partial<typeof CELLS & typeof FLAGS>

function line(said: Line, email: readonly string[] = ['me@example.org']): string {
  const one = { ...CELLS, ...FLAGS, ...said }
  const home = ['12 Hidden Lane', 'Secretville', 'NC', '27000', '9195550100', '', '', ...email, '12/04/2023']
  const flags = [one.unexpired, one.hasPrimary, one.party !== ''].map((flag) => (flag ? 'TRUE' : 'FALSE'))
  const person = [one.date, one.county, one.contest, one.name, 'A', '', one.last, '', '', ...home]
  const values = [...person, one.primary, one.party, ...flags, one.voteFor, 4]
  return values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',')
}

const read = (lines: readonly Line[]) =>
  readText('nc-candidates-2024', [[HEADER_2024, ...lines.map((said) => line(said))].join('\n')], divisions)

describe('the listings of North Carolina', () => {
  it('report differences between counties as issues', async () => {
    const contest = 'NC STATE SENATE DISTRICT 14'
    const { choice, issues } = await read([
      { county: 'WAKE', contest, name: 'Ann Lee', party: 'DEM' },
      { county: 'DURHAM', contest, name: 'Ann Lee', party: 'DEM', voteFor: 2 },
      { county: 'DURHAM', contest, name: 'Ray Poe', party: 'REP' },
    ])
    expect(choice).toHaveLength(2)
    expect(issues.map(({ code, field, line: at }) => [code, field, at])).toEqual([
      ['counties-disagree', 'vote_for', 3],
      ['counties-disagree', null, 2],
    ])
  })

  it('keep a full and an unexpired term apart, also where only the title says so', async () => {
    const county = 'BUNCOMBE'
    const { contest } = await read([
      { county, contest: 'TOWN OF MONTREAT COMMISSIONER', name: 'Ann Lee', voteFor: 2 },
      { county, contest: 'TOWN OF MONTREAT COMMISSIONER (UNEXPIRED)', name: 'Ray Poe' },
    ])
    const key = `nc-2024-11-05-general/${NC}/place:montreat/commissioner`
    expect(contest).toMatchObject([
      // One candidate for two seats: whom voters write in wins the other.
      { contest_key: key, vote_method: 'multi_seat', details: '{"nonpartisan":true,"term":"4 years"}' },
      {
        contest_key: `${key}/unexpired`,
        title: 'Town of Montreat Commissioner (Unexpired)',
        vote_method: 'plurality',
        details: '{"uncontested":true,"nonpartisan":true,"short_term":true,"term":"4 years"}',
      },
    ])
  })

  it('distinguish the elections of one day', async () => {
    const day = '07/26/2022'
    const board = { contest: 'JACKSON COUNTY BOARD OF EDUCATION DISTRICT 02', county: 'JACKSON', name: 'Ann Lee' }
    const { contest } = await read([
      { ...board, date: '05/17/2022' },
      { ...board, date: day },
      { date: day, contest: 'WAKE COUNTY SHERIFF', name: 'Ray Poe', party: 'DEM', primary: 'DEM', hasPrimary: true },
      { date: day, contest: 'TOWN OF MONTREAT MAYOR', county: 'BUNCOMBE', name: 'Jo Roe' },
    ])
    expect(contest.map(({ election_key, short_title }) => [election_key, short_title])).toEqual([
      ['nc-2022-05-17-primary', 'Board of Education District 2'],
      ['nc-2022-07-26-runoff', 'Sheriff'],
      ['nc-2022-07-26-runoff', 'Board of Education District 2'],
      ['nc-2022-07-26-general', 'Mayor'],
    ])
  })

  it('distinguish namesakes from each other and from repeated lines', async () => {
    const contest = 'WAKE COUNTY SHERIFF'
    const { choice, issues } = await read([
      { contest, name: 'Ann Lee', party: 'DEM' },
      { contest, name: 'Ann Lee', party: 'DEM' },
      { contest, name: 'Ann Lee', party: 'REP' },
      { contest, name: 'Ann Lee', party: 'REP', last: 'Y' },
    ])
    expect(choice.map(({ choice_key }) => choice_key.split('/sheriff/')[1])).toEqual([
      'ann-lee/democratic',
      'ann-lee/republican-1',
      'ann-lee/republican-2',
    ])
    expect(issues).toMatchObject([{ code: 'repeated-line', severity: 'ignored', line: 3 }])
  })

  it('never leave out a contest whose title is unknown', async () => {
    const { contest, contest_county, issues } = await read([
      { contest: 'WAKE COUNTY DOG CATCHER', name: 'Ann Lee' },
      { contest: 'WAKE COUNTY DOG CATCHER', county: 'DURHAM', name: 'Ann Lee' },
    ])
    const ocd_id = `${NC}/county:durham/special_district:wake_county_dog_catcher`
    expect(contest).toMatchObject([{ title: 'Wake County Dog Catcher', district_type: 'special', ocd_id }])
    expect(contest_county).toHaveLength(2)
    expect(issues).toMatchObject([{ code: 'unknown-contest-title', severity: 'mended' }])
  })

  it('read the layout of 2020, and leave out ragged lines and bad values', async () => {
    const contest = 'WAKE COUNTY SHERIFF'
    const good = line({ contest, name: 'Ann Lee', party: 'DEM', date: '11/03/2020' }, [])
    const text = [HEADER_2020, good, `${good},"more"`, good.replace('"DEM","FALSE"', '"DEM","MAYBE"')].join('\r\n')
    const { choice, issues } = await readText('nc-candidates-2020', [text], divisions)
    expect(choice).toHaveLength(1)
    expect(issues.map(({ code, line: at, severity }) => [code, at, severity])).toEqual([
      ['ragged-line', 3, 'refused'],
      ['bad-value', 4, 'refused'],
    ])
  })

  it('stop at an unknown party, with its place', async () => {
    const reading = read([{ contest: 'WAKE COUNTY SHERIFF', name: 'Ann Lee', party: 'ZZZ' }])
    await expect(reading).rejects.toThrow(/Candidate_Listing_2024\.csv:2: .*"ZZZ"/)
  })

  it('keep no home address of a candidate, even if the fetcher left it', async () => {
    const said = JSON.stringify(await read([{ contest: 'WAKE COUNTY SHERIFF', name: 'Ann Lee', party: 'DEM' }]))
    for (const secret of ['Hidden Lane', 'Secretville', '27000', '9195550100', 'me@example.org'])
      expect(said).not.toContain(secret)
    const header = HEADER_2024.replaceAll('"', '').split(',')
    for (const column of sourceOf('nc-candidates-2024').personal) expect(header).toContain(column)
    expect(sourceOf('nc-candidates-2024').personal).toContain('email')
    expect(sourceOf('nc-candidates-2020').personal).not.toContain('email')
  })
})
