import { describe, expect, it } from 'vitest'
import { dateWithin, readCitation, readPage } from '../../../../ingest/endorsement/wikipedia/page.ts'

const box = (title: string, ...list: string[]) =>
  `{{Endorsements box\n| title = ${title}\n| colwidth = 60\n| list =\n${list.join('\n')}\n}}`
const entries = (wikitext: string) => readPage(wikitext).entries

describe('a box', () => {
  it('has entries under category lines: bold, a term, a heading, in tags, bulleted, with a colon', () => {
    const categories = ["'''U.S. senators'''", ';Unions', '=== Parties ===', '<b>Newspapers</b>', "* '''Groups:'''"]
    categories.push("'''Mayors''':")
    const list = categories.flatMap((category, at) => [category, `* Entry ${at}`])
    expect(entries(box('Ann Sample', ...list)).map(({ category }) => category)).toEqual([
      ...['U.S. senators', 'Unions', 'Parties', 'Newspapers', 'Groups', 'Mayors'],
    ])
  })

  it('does not take a bold link for a category line', () => {
    expect(entries(box('Ann Sample', ';People', "* '''[[Bo Sample]]'''"))).toMatchObject([
      { category: 'People', text: 'Bo Sample', link: { target: 'Bo Sample' } },
    ])
  })

  it('holds nested templates and links with bars, and is a template in a template', () => {
    const text = `{{col|1=${box('Ann Sample', '* [[Bo (poet)|Bo Sample]], {{nowrap|poet}}{{efn|a {{b|c}}}} of {{ushr|ME|1}}')}}}`
    expect(entries(text)).toMatchObject([
      { text: 'Bo Sample, poet of ME-1', candidate: 'Ann Sample', link: { target: 'Bo (poet)', label: 'Bo Sample' } },
    ])
  })

  it('knows where it stands: its headings and its line', () => {
    const text = `==District 2==\n===Republican primary===\n====Endorsements====\n${box('Ann Sample (R)', '* Bo')}\n==District 3==`
    expect(entries(text)).toMatchObject([
      { line: 8, path: ['District 2', 'Republican primary', 'Endorsements'], candidate: 'Ann Sample (R)' },
    ])
  })

  it('counts nested bullets, and does not promote them', () => {
    expect(readPage(box('Ann Sample', '* Bo League', '** Cy Sample', '*: if elected'))).toMatchObject({
      entries: [{ text: 'Bo League' }],
      nested: 2,
    })
  })

  it('takes a link for the endorser only where the entry begins with it', () => {
    const list = ['* Bo Sample, mayor of [[Reno]]', '* [[Cy Sample]], husband of [[Di Sample]]', '* Sen. [[Ed Sample]]']
    expect(entries(box('Ann Sample', ...list)).map(({ link }) => link?.target ?? null)).toEqual([
      null,
      'Cy Sample',
      'Ed Sample',
    ])
  })

  it('takes no link of a reference for the endorser', () => {
    const [entry] = entries(
      box('Ann Sample', '* Bo Sample<ref>{{cite news|url=https://example.org/a|work=[[The Paper]]}}</ref>'),
    )
    expect(entry).toMatchObject({ text: 'Bo Sample', link: null })
  })
})

it('a page without boxes has lists below a candidate’s heading under endorsements, and only there', () => {
  const text = `== Candidates ==
=== Declared ===
* Zed Sample
== Endorsements ==
=== Ann Sample ===
;Unions
* Bo League
=== Cy Sample ===
==== Unions ====
* Di League
== Results ==
* 3 votes`
  expect(entries(text).map(({ candidate, category, text }) => [candidate, category, text])).toEqual([
    ['Ann Sample', 'Unions', 'Bo League'],
    ['Cy Sample', 'Unions', 'Di League'],
  ])
})

it('a page without boxes is not read again where a box was', () => {
  expect(entries(`== Endorsements ==\n=== Ann Sample ===\n${box('Ann Sample', '* Bo League')}`)).toHaveLength(1)
})

const cite = (date: string) => `<ref>{{cite news |title=A {{!}} B |date=${date} |url=https://example.org/a}}</ref>`
const citationOf = (entry: string) => readCitation(entries(box('Ann Sample', entry))[0]?.references ?? [])

it('a reference gives its address and day, also where it is used again', () => {
  const text = `Text.<ref name="a">{{cite web|url=https://example.org/b|date=March 4, 2026}}</ref>\n${box('Ann Sample', '* Bo<ref name="a"/>')}`
  expect(readCitation(readPage(text).entries[0]?.references ?? [])).toEqual({
    url: 'https://example.org/b',
    date: '2026-03-04',
  })
  expect(citationOf('* Bo<ref>[https://example.org/c Page]</ref>')).toEqual({
    url: 'https://example.org/c',
    date: null,
  })
  expect(citationOf('* Bo<ref name="none"/>')).toEqual({ url: null, date: null })
})

it('a reference has no day in a comment, in a month, or where no one knows which part is the month', () => {
  expect(citationOf(`* Bo${cite('3/4/2026')}`).date).toBeNull()
  expect(citationOf(`* Bo${cite('<!-- not stated -->')}`).date).toBeNull()
  expect(citationOf(`* Bo${cite('March 2026')}`).date).toBeNull()
})

it('a reference is not dated in the future, after the election or years before it', () => {
  const within = { revised: '2026-06-01', election: '2026-11-03' }
  expect(['2026-05-01', '2026-06-02', '2022-12-31', '2023-01-01'].map((date) => dateWithin(date, within))).toEqual([
    ...['2026-05-01', null, null, '2023-01-01'],
  ])
  expect(dateWithin('2026-11-04', { ...within, revised: '2026-12-01' })).toBeNull()
})
