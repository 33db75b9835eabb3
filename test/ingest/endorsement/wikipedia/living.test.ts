// Articles of invented people, one for each trap, as the encyclopedia's interface answers.

import { describe, expect, it } from 'vitest'
import { STATE_CODES } from '../../../../data/schema/vocabulary.ts'
import { wikipediaYearly } from '../../../../ingest/endorsement/wikipedia/living.ts'
import type { Ballots, FetchedFile, Source } from '../../../../ingest/read/source.ts'
import { writeTranscript } from '../../../../ingest/read/transcript.ts'
import { runReader } from '../../run-reader.ts'
import { knownBallots } from '../known.ts'

const YEAR = 2026
const source = wikipediaYearly.of(YEAR)[0] ?? fail()
const SENATE = '2026 United States Senate election in Maine'
const HOUSE = '2026 United States House of Representatives elections in Maine'
const DAY = '2026-11-03'
const ballots = knownBallots(
  // biome-ignore format: a case a line
  [
    { state: 'ME', date: DAY, subject: 'us-senate', title: 'US Senate', names: ['Ann Sample (Democratic)', 'Cy Example (Republican)'] },
    { state: 'ME', date: '2026-06-09', type: 'primary', subject: 'us-senate', title: 'US Senate', party: 'Democratic', names: ['Ann Sample', 'Di Sample'] },
    { state: 'ME', date: DAY, within: 'cd:1', subject: 'us-house', title: 'US House District 1', names: ['Ed Sample'] },
    { state: 'ME', date: DAY, within: 'cd:2', subject: 'us-house', title: 'US House District 2', names: ['Ed Sample', 'Flo Sample'] },
  ],
)

function fail(): never {
  throw new Error('no source')
}
function fileOf(title: string): Source['files'][number] {
  return source.files.find(({ mirror }) => mirror.endsWith(`/${title.replaceAll(' ', '_')}.json`)) ?? fail()
}
function answer(title: string, wikitext: string): Buffer {
  const revisions = [{ revid: 77, timestamp: '2026-10-01T00:00:00Z', slots: { main: { content: wikitext } } }]
  return Buffer.from(JSON.stringify({ query: { pages: [{ title, revisions }] } }))
}
const box = (title: string, ...list: string[]) =>
  `{{Endorsements box\n| title = ${title}\n| list =\n${list.join('\n')}\n}}\n`

async function read(pages: Readonly<Record<string, string>>, known: Ballots = ballots) {
  const files: FetchedFile[] = await Promise.all(
    Object.entries(pages).map(async ([title, wikitext]) => {
      const { mirror, url, transcript } = fileOf(title)
      const file = { name: mirror, url, bytes: answer(title, wikitext) }
      return { ...file, bytes: transcript ? await writeTranscript(file, transcript) : file.bytes }
    }),
  )
  const ran = await runReader(source, files, { states: STATE_CODES, ballots: known })
  const rows = ran.endorsement
  return {
    picks: rows.map(({ endorser_slug, choice_key }) => `${endorser_slug} ${choice_key.split('/').slice(-2).join('/')}`),
    rows,
    endorsers: ran.endorser,
    issues: ran.issues,
    codes: ran.issues.map(({ code }) => code),
    kept: files.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n'),
  }
}

describe('an article', () => {
  it('gives endorsements with the cited page, its day and the revision', async () => {
    const cited = '<ref>{{cite news |date=March 4, 2026 |url=https://example.org/a |work=[[The Paper]]}}</ref>'
    const { rows, endorsers } = await read({
      [SENATE]: box('Ann Sample (D)', ';Labor unions', `* [[Invented Workers]]${cited}`, '* Other Workers'),
    })
    expect(rows).toMatchObject([
      {
        source_url: 'https://example.org/a',
        published_on: '2026-03-04',
        evidence_url: 'https://en.wikipedia.org/w/index.php?oldid=77',
      },
      { source_url: 'https://en.wikipedia.org/wiki/2026_United_States_Senate_election_in_Maine', published_on: null },
    ])
    expect(endorsers.map(({ endorser_slug, category }) => [endorser_slug, category])).toEqual([
      ['other-workers', 'labor'],
      ['invented-workers', 'labor'],
    ])
  })

  it('keeps stances apart: they are no endorsements', async () => {
    const declined = ["'''Declined to endorse'''", '* [[League Two]]']
    const list = [';Organizations', '* League One', ...declined, "'''Rescinded'''", '* [[League Three]]']
    const other = box('Declined to endorse', ';Unions', '* [[League Four]]')
    const found = await read({ [SENATE]: box('Ann Sample (D)', ...list) + other })
    expect(found.picks).toEqual(['league-one us-senate/ann-sample'])
    expect(found.issues).toMatchObject([{ code: 'no-endorsement', message: expect.stringMatching(/^3 entries/) }])
  })

  it('lists candidates in a box, who do not endorse themselves', async () => {
    const list = ["'''Eliminated in primary'''", '* [[Di Sample]]', "'''Nominees'''", '* [[Ann Sample]]']
    const found = await read({ [SENATE]: box('Ann Sample', ...list) })
    expect([found.picks, found.codes]).toEqual([[], ['candidate']])
  })

  it('serves linked people and holders of public office; no other name is kept', async () => {
    const list = [
      ';Individuals',
      '* [[Bo Poet|Bo Sample]], poet',
      '* Lee Hidden, actor',
      '* Kit Hidden, wife of [[Ed Mayor]]',
      '* Ida Sample, former Mayor of Reno, Nevada',
    ]
    const found = await read({ [SENATE]: box('Ann Sample', ...list) })
    const said = found.endorsers.map(({ endorser_slug, name, category, state }) => [
      endorser_slug,
      name,
      category,
      state,
    ])
    expect(said).toEqual([
      ['ida-sample-nv', 'Ida Sample', 'person', 'NV'],
      ['bo-poet', 'Bo Sample', 'person', 'national'],
    ])
    expect(found.kept).not.toContain('Hidden')
    expect(found.issues).toMatchObject([
      { code: 'private-person', value: null, message: expect.stringMatching(/^2 entries/) },
    ])
  })

  it('takes the round from its headings', async () => {
    const at = async (heading: string) => {
      const text = `== ${heading} ==\n=== Endorsements ===\n${box('Ann Sample', ';Unions', '* League')}`
      const { rows, codes } = await read({ [SENATE]: text })
      return [...rows.map(({ contest_key }) => contest_key.slice(3, 21)), ...codes]
    }
    expect(await at('Democratic primary')).toEqual(['2026-06-09-primary'])
    expect(await at('General election')).toEqual(['2026-11-03-general'])
    expect(await at('Post-primary endorsements')).toEqual(['2026-11-03-general'])
    expect(await at('Republican primary')).toEqual(['ballot-not-held'])
    expect(await at('Democratic convention')).toEqual(['no-ballot'])
  })

  it('takes the district from its headings; without one, the name must be unique', async () => {
    const text = `== District 2 ==\n${box('Ed Sample', ';Unions', '* League')}`
    expect((await read({ [HOUSE]: text })).picks).toEqual(['league us-house/ed-sample'])
    expect((await read({ [HOUSE]: text })).rows[0]?.contest_key).toContain('cd:2')
    expect((await read({ [HOUSE]: box('Ed Sample', ';Unions', '* League') })).codes).toEqual(['ambiguous-choice'])
    expect((await read({ [HOUSE]: box('Flo Sample', ';Unions', '* League') })).picks).toEqual([
      'league us-house/flo-sample',
    ])
  })

  it('names an endorser by its article on every page, and a local of a union by its own name', async () => {
    const list = [';Unions', '* [[United Invented Workers|UIW]]', '* [[United Invented Workers|UIW]] Local 7']
    const found = await read({
      [SENATE]: box('Ann Sample', ...list),
      [HOUSE]: `== District 1 ==\n${box('Ed Sample', ';Unions', '* [[United Invented Workers]]')}`,
    })
    expect(found.picks).toEqual([
      ...['united-invented-workers us-senate/ann-sample', 'uiw-local-7 us-senate/ann-sample'],
      'united-invented-workers us-house/ed-sample',
    ])
  })

  it('counts the entries of a candidate whom no ballot has', async () => {
    const found = await read({ [SENATE]: box('No Such', ';Unions', '* League', '* Other League') })
    const issue = { code: 'unmatched-choice', value: 'No Such', severity: 'ignored' }
    expect(found.issues).toMatchObject([{ ...issue, message: expect.stringContaining('(2 entries)') }])
  })
})

it('the sources of a year tell a missing article, and an answer that is none, from a revision', () => {
  const { revision, mirror } = fileOf(SENATE)
  const said = (value: unknown) => () => revision?.read({ name: mirror, bytes: Buffer.from(JSON.stringify(value)) })
  const revised = (title: string, revid: number) => [
    { title, revisions: [{ revid, timestamp: '2026-10-01T00:00:00Z' }] },
  ]
  expect(said({ query: { pages: revised(SENATE, 5) } })()).toBe('5')
  const redirects = [{ from: SENATE, to: 'Other' }]
  expect(said({ query: { redirects, pages: revised('Other', 6) } })()).toBe('6')
  expect(said({ query: { pages: [{ title: SENATE, missing: true }] } })).toThrow('there is no article')
  expect(said({ error: { code: 'maxlag', info: 'Waiting for a server' } })).toThrow('"maxlag": Waiting for a server')
  expect(said([])).toThrow('is no answer of the encyclopedia')
})
