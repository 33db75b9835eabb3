// The page of a ballot: districts, offices, reasons, advice and parties, in both languages.

import { expect, test } from 'vitest'
import { ELECTION_OFFICES } from '../../../apps/explore/ballot-notes.ts'
import { ballotMain, titleBeside } from '../../../apps/explore/ballot-page.ts'
import { sideBySide } from '../../../apps/explore/compare.ts'
import { listedContests } from '../../../apps/explore/elections.ts'
import type { Look } from '../../../apps/explore/look.ts'
import { holderLine } from '../../../apps/explore/officeholders.ts'
import { labelOfPlace } from '../../../apps/explore/place-form.ts'
import { officeKey } from '../../../apps/web/ballot/card-contest.ts'
import { contestCard } from '../../../apps/web/ballot/contest-card.ts'
import { groupLacks } from '../../../apps/web/ballot/contest-facts.ts'
import { type FileSource, sayPublisher } from '../../../apps/web/ballot/source-names.ts'
import { districtIn } from '../../../apps/web/ballot/titles.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { dayInWords, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import type { Ballot, Narrowing } from '../../../data/schema/ballot.ts'
import { STATE_CODES } from '../../../data/schema/vocabulary.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

let ballot: Ballot
withExplorer(async () => {
  ballot = await explorer.api<Ballot>('/v1/ballot', { location: 'Raleigh, NC' })
})

/** What a ballot's page needs beside the ballot. */
const BARE = {
  ...{ later: [], map: null, ticked: new Set<string>(), offices: new Map(), answersAddresses: false },
  ...{
    token: '',
    sealed: '',
    links: null,
    isLinked: false,
    snapshot: '',
    empty: null,
    nextDay: null,
    votedOn: null,
    isFar: false,
    city: null,
    lastEndorsed: undefined,
  },
  ...{ part: [], chosen: null, folds: false, publishers: new Map<string, FileSource>() },
}

test('a district is named once, with the lines of the next ballot and those of its present seat; a day says who held an office', async () => {
  const [next] = ballot.districts
  const contest = ballot.contests.find(({ kind }) => kind === 'candidate')
  const name = contest?.choices[0]?.candidate?.full_name
  if (!next || !contest || name === undefined) throw new Error('the ballot has no district or no candidate')
  const seat = { ...next, id: 4711, lines: 'current_seat' } as const
  for (const lang of ['en', 'es'] as const) {
    const page = ballotMain(createView(lang, WORDS[lang], undefined), {
      ...BARE,
      ballot: { ...ballot, districts: [seat, next] },
      offices: new Map([[officeKey(name, contest.district.ocd_id), { title: 'Mayor', on: '2024-10-01' }]]),
    }).toString()
    const [, list = ''] = /id="districts-title"[\s\S]*?<ul[^>]*>([\s\S]*?)<\/ul>/.exec(page) ?? []
    expect(list.match(/<li>/g)).toHaveLength(1)
    expect(list).toMatch(new RegExp(`/districts/${next.id}[^>]*>${districtIn(next.name, lang)}<`))
    expect(list).toMatch(new RegExp(`/districts/4711[^>]*>${WORDS[lang].presentLines}<`))
    const office = lang === 'en' ? 'Mayor' : 'Alcalde'
    const held = fill(WORDS[lang].inOffice, { office, date: dayInWords('2024-10-01', lang) })
    expect(held).toContain('2024')
    expect(page).toContain(`<span class="told">${held}</span>`)
  }
})

test('a term that ended before the day of the page is told as ended, and not as a term', () => {
  const office = { office_title: 'Mayor', district: null, district_id: null, party: null, website: null }
  const term = { start: '2025-01-10', end: '2026-11-03' }
  const holder = { ...office, ...{ person_id: 'x', name: 'Ada', term, updated_at: '2026-10-01T00:00:00Z' } }
  for (const lang of ['en', 'es'] as const)
    for (const [asOf, isOver] of [
      ['2026-11-03', false],
      ['2026-11-04', true],
    ] as const) {
      const look = { ...createView(lang, WORDS[lang], undefined), host: { settings: { asOf } }, exchange: { time: 0 } }
      const line = String(holderLine(look as unknown as Look, holder as unknown as Parameters<typeof holderLine>[1]))
      const ended = fill(WORDS[lang].termEnded, { end: dayInWords(term.end, lang) })
      expect([
        line.includes(`<span class="unsure">${ended}`),
        line.includes(WORDS[lang].term.split('{')[0] ?? ''),
      ]).toEqual([isOver, !isOver])
    }
})

test('a street address is advised only where one has an answer', async () => {
  const { text } = await explorer.ballotOf({ place: 'Raleigh, NC' })
  const [own, answered] = [false, true].map((answersAddresses) =>
    ballotMain(createView('en', WORDS.en, undefined), { ...BARE, ballot, answersAddresses }).toString(),
  )
  const { area, areaAddress, areaPoint, areaState } = WORDS.en
  const state = { ...ballot, location: { ...ballot.location, kind: 'state' as const } }
  const whole = ballotMain(createView('en', WORDS.en, undefined), { ...BARE, ballot: state, answersAddresses: false })
  for (const [page, advice, other] of [
    [whole.toString(), areaState, areaPoint],
    [text, areaPoint, areaAddress],
    [own, areaPoint, areaAddress],
    [answered, areaAddress, areaPoint],
  ] as const) {
    expect(page).toContain(`${area} ${advice}`)
    expect(page).not.toContain(other)
  }
  const start = await createVisitor(explorer.url).get('/explore')
  expect(start.text).toContain(WORDS.en.stepPoint)
  expect(start.text).toContain(`<label for="place">${WORDS.en.placeOrPoint}</label>`)
})

test.each([
  [['CA', 'OR'], 'address in California or Oregon', 'dirección en California u Oregón'],
  [['AK', 'AL', 'AR', 'AZ', 'CA'], 'address in 5 states', 'dirección en 5 estados'],
])('with addresses of %j, the field asks for an %s', (held, english, spanish) => {
  const data = { hasAddresses: (state?: string) => state === undefined || held.includes(state) }
  const host = { settings: {}, data } as unknown as Look['host']
  expect(labelOfPlace({ words: WORDS.en, lang: 'en', host })).toMatch(new RegExp(`, or ${english}$`))
  expect(labelOfPlace({ words: WORDS.es, lang: 'es', host })).toMatch(new RegExp(`, o ${spanish}$`))
})

test.each([
  [0, WORDS.en.narrowElsewhere],
  [0.02, WORDS.en.narrowElsewhereRest],
])(
  'the ballot of a chosen part has its contests; those of other parts are a list (%s of it without an answer)',
  (other_share, title) => {
    const [certain, here, there] = ballot.contests.map((contest, at) => ({
      ...contest,
      match: at === 0 ? ('certain' as const) : ('possible' as const),
    }))
    if (!certain || !here || !there) throw new Error('the ballot has too few contests')
    const options: Narrowing['options'] = [
      {
        ...{ share: 1, side: 'middle', districts: [], settled: true, lat: 35, lng: -78 },
        ...{ certain_contests: [], possible_contests: [here.id] },
      },
    ]
    const narrow_by: Narrowing = {
      ...{ kind: 'ballot', type: null, settles: 0, points: 9, grids: [], other_share, unplaced_contests: [], options },
    }
    const page = ballotMain(createView('en', WORDS.en, undefined), {
      ...BARE,
      part: ['7'],
      ballot: { ...ballot, contests: [certain, here, there], narrow_by },
    }).toString()
    const shown = [...page.matchAll(/id="contest-(\d+)"/g)].map(([, id]) => Number(id))
    expect(new Set(shown)).toEqual(new Set([certain.id, here.id]))
    const [, rest = ''] = page.split(
      `<summary>${fill(title, { place: ballot.location.label ?? '', count: 1 })}</summary>`,
    )
    expect(rest.split('</details>')[0]).toContain(`href="/explore/contests/${there.id}"`)
  },
)

test('a point with a possible contest says why in two sentences, and leads to the election office', () => {
  const [one] = ballot.contests
  if (!one) throw new Error('the ballot has no contest')
  const info_url = 'https://example.org/office'
  const pageOf = (match: 'certain' | 'possible', exact: boolean): string => {
    const contests = [{ ...one, match, election: { ...one.election, info_url } }]
    const near = { ...ballot, location: { ...ballot.location, exact }, contests }
    const page = ballotMain(createView('en', WORDS.en, undefined), { ...BARE, ballot: near }).toString()
    return /<div class="notes"[\s\S]*?<\/p>/.exec(page)?.[0] ?? ''
  }
  expect(pageOf('possible', true)).toContain(`${WORDS.en.nearBoundary} <a href="${info_url}"`)
  for (const other of [pageOf('certain', true), pageOf('possible', false)])
    expect(other).not.toContain(WORDS.en.nearBoundary)
})

test('a party stands beside each candidate who has one, in normal letters, as in /v1', () => {
  const contests = ballot.contests.map((contest) => ({
    ...contest,
    choices: contest.choices.map((one, at) => ({ ...one, party: at % 2 === 0 ? 'Green' : null })),
  }))
  const page = ballotMain(createView('en', WORDS.en, undefined), {
    ...BARE,
    ballot: { ...ballot, contests },
  }).toString()
  const choices = contests.flatMap((contest) => contest.choices)
  const shown = [...page.matchAll(/data-choice="(\d+)">\s*<p class="choice-head">.*?<\/b>([\s\S]*?)<\/p>/g)]
  expect(shown).toHaveLength(choices.length)
  const lined = shown.flatMap(([, id, told = '']) => (told.includes('class="told"') ? [Number(id)] : []))
  const partied = choices.filter(({ party, party_label, option }) => party ?? party_label ?? option)
  expect(partied.length).toBeGreaterThan(2)
  expect(lined.sort()).toEqual(partied.map(({ id }) => id).sort())
  const [contest] = ballot.contests
  if (!contest) throw new Error('the ballot has no contest')
  const loud = contest.choices.map((choice) => ({ ...choice, party: 'Republican', party_label: 'REPUBLICAN PARTY' }))
  const quiet = ballotMain(createView('en', WORDS.en, undefined), {
    ...{ ...BARE, ballot: { ...ballot, contests: [{ ...contest, choices: loud }] } },
  }).toString()
  expect(quiet).toContain('<span class="told">Republican</span>')
  expect(quiet).not.toContain('REPUBLICAN')
})

test('what the source lacks is said at once, once for a group, and names the contests if it is only of some', () => {
  const race = ballot.contests.find(({ kind, choices }) => kind === 'candidate' && choices.length > 1)
  if (!race) throw new Error('the ballot has no race')
  type Change = Omit<Partial<typeof race>, 'choices'> & { parties?: (at: number) => string | null }
  const raceOf = ({ parties = (at) => `Party ${at}`, ...change }: Change, nth = 0): typeof race => {
    const choices = race.choices.map((one, at) => ({
      ...{ ...one, withdrawn: false, party: parties(at), party_label: null, details: {} },
    }))
    const plain = { ...race, vote_method: 'plurality' as const, details: {}, choices }
    return { ...plain, ...{ id: race.id + nth, title: `Race ${nth}` }, ...change }
  }
  const pageOf = (...contests: (typeof race)[]): string =>
    ballotMain(createView('en', WORDS.en, undefined), { ...BARE, ballot: { ...ballot, contests } }).toString()
  const said = (...contests: (typeof race)[]): string => {
    const found = [...pageOf(...contests).matchAll(/<p class="lacks small soft">(.*?)<\/p>/g)]
    return found.map(([, text = '']) => text.trim()).join(' ')
  }
  const { en } = WORDS
  const minimum = { details: { votes_allowed_is_minimum: true } }
  expect(said(raceOf({}))).toBe('')
  expect(said(raceOf({ ...minimum, parties: () => 'Republican' }))).toBe(`${en.votesUnknown} ${en.severalSeats}`)
  expect(pageOf(raceOf(minimum))).not.toContain(en.voteOne)
  // Each contest says the facts that change how a reader reads its choices. Nobody can mark a contest of mixed seats.
  expect(pageOf(raceOf({ ...minimum, parties: () => 'Republican' }))).not.toContain('data-contest=')
  expect(pageOf(raceOf(minimum))).toContain('data-contest=')
  expect(said(raceOf(minimum), raceOf(minimum, 1))).toBe(en.votesUnknown)
  const lower = (sentence: string): string => sentence.slice(0, 1).toLowerCase() + sentence.slice(1)
  expect(said(raceOf({}), raceOf(minimum, 1), raceOf(minimum, 2))).toBe(`Race 1; Race 2: ${lower(en.votesUnknown)}`)
  const many = [1, 2, 3, 4].map((nth) => raceOf(minimum, nth))
  expect(said(raceOf({}), ...many)).toBe(fill(en.lackSome, { count: 4, facts: lower(en.votesUnknown) }))
  const short = raceOf({ details: { choices_incomplete: true } })
  expect(said(short)).toBe(en.choicesIncomplete)
  expect(said(raceOf({}), short, { ...short, id: 4711 })).toBe(`${en.choicesIncomplete} ${en.choicesIncomplete}`)
  const named = raceOf({ details: { name_incomplete: true } })
  const surnames = (from: number) =>
    named.choices.map((one, at) => ({ ...one, details: at < from ? {} : { name_incomplete: true } }))
  expect(said({ ...named, choices: surnames(0) }, { ...named, choices: surnames(0) })).toBe(en.surnamesOnly)
  expect(said({ ...named, choices: surnames(1) }, { ...named, choices: surnames(0) })).toBe(en.someSurnamesOnly)
  const won = raceOf({ details: { choices_incomplete: true, winners_only: true } })
  expect(said(won)).toBe('')
  const cardOf = (page: string): string => /<article .*?<\/article>/s.exec(page)?.[0] ?? ''
  expect(cardOf(pageOf(won))).toContain(`<p class="unsure">${en.winnersOnly}</p>`)
  expect(cardOf(pageOf(won))).not.toMatch(/data-contest=|class="box"|data-advice/)
  expect(cardOf(pageOf(raceOf({})))).toMatch(/data-contest=.*class="box"/s)
  expect(said({ ...raceOf({}), choices: [] })).toBe(en.lackCandidates)
  expect(said({ ...raceOf({ details: { write_in_only: true } }), choices: [] })).toBe('')
  const none = raceOf({ parties: () => null })
  const some = raceOf({ parties: (at) => (at === 0 ? null : 'Green') }, 1)
  expect(said(none)).toBe(en.lackParties)
  expect(said(none, some)).toBe(en.lackSomeParties)
  expect(said(raceOf({ details: { nonpartisan: true }, parties: () => null }))).toBe(en.partiesNotPrinted)
  expect(said(raceOf({ party: 'Green', parties: () => null }))).toBe('')
  const alone = {
    ...none,
    choices: none.choices.map((one) => ({ ...one, details: { party_missing: 'no_party' as const } })),
  }
  expect(said(alone)).toBe('')
  expect(pageOf(alone)).toContain(`<span class="told">${en.noParty}</span>`)
  const measure = raceOf({ kind: 'measure', vote_method: 'yes_no', description: null }, 3)
  const { source_url } = measure
  const listed = ` Listed by: <a href="${source_url}" rel="noreferrer">example.org</a>.`
  expect(said(measure, { ...measure, id: 4711 })).toBe(en.lackSummaries + listed)
  expect(said(measure, { ...measure, id: 4711, source_url: null })).toBe(en.lackSummaries + listed)
  expect(said({ ...measure, source_url: null })).toBe(en.lackSummary)
  expect(said(raceOf({}), measure)).toBe(en.lackSummary + listed)
  const told = { ...measure, id: 4712, description: 'Shall it be so?' }
  expect(said(measure, told)).toBe(`Race 3: ${lower(en.lackSummary)}${listed}`)
  expect(said({ ...measure, description: 'Shall it be so?' })).toBe('')
  // A list without parties says nothing of them.
  const bare = groupLacks(createView('en', en, undefined), [{ ...none, choices: [] }, none], {
    asked: ['lackCandidates'],
  })
  expect(String(bare)).toContain(`Race 0: ${lower(en.lackCandidates)}`)
  expect(String(bare)).not.toContain(lower(en.lackParties))
})

test('at a point, the contests of districts in which it only may lie stand after those on its ballot', () => {
  const [first, second] = ballot.contests
  if (!first || !second) throw new Error('the ballot has too few contests')
  const contests = [
    { ...first, match: 'possible' as const },
    { ...second, match: 'certain' as const },
  ]
  const orderOf = (exact: boolean): string[] => {
    const location = { ...ballot.location, exact }
    const seen = { ...BARE, ballot: { ...ballot, location, contests } }
    const page = ballotMain(createView('en', WORDS.en, undefined), seen).toString()
    return [
      ...page.matchAll(/<h3 class="level" id="[^"]+-(\w+)"|<article class="contest[^"]*" id="contest-(\d+)"/g),
    ].map(([, level, id]) => level ?? id ?? '')
  }
  const [own, other] = [String(second.id), String(first.id)]
  expect(orderOf(true)).toEqual([second.level, own, 'perhaps', other])
  // The bar counts them by section, and all together.
  const seen = { ...BARE, ballot: { ...ballot, location: { ...ballot.location, exact: true }, contests } }
  const [bar = ''] =
    /<div class="bar[\s\S]*?<\/div>/.exec(ballotMain(createView('en', WORDS.en, undefined), seen).toString()) ?? []
  const counts = [...bar.matchAll(/<\/a> <span class="soft">(\d+)</g)].map(([, count]) => Number(count))
  expect([counts, bar.includes(fill(WORDS.en.contestsMany, { count: 2 }))]).toEqual([[1, 1], true])
  expect(orderOf(false)).not.toContain('perhaps')
})

test('at a point, contests of districts without a boundary are one line, which opens to a row for each', () => {
  const [one] = ballot.contests
  if (!one) throw new Error('the ballot has no contest')
  const unplaced = { ...one, match: 'possible' as const, details: { ...one.details, voted_within: [] } }
  for (const lang of ['en', 'es'] as const) {
    const contests = [
      one,
      { ...unplaced, id: 1 },
      { ...unplaced, id: 2 },
      { ...one, id: 3, match: 'possible' as const },
    ]
    const location = { ...ballot.location, exact: true }
    const seen = { ...BARE, ballot: { ...ballot, location, contests } }
    const page = ballotMain(createView(lang, WORDS[lang], undefined), seen).toString()
    const said = fill(WORDS[lang].unplacedMany, { count: 2 })
    const [before = '', fold = ''] = page.split(`<details class="few unplaced"><summary>${said}</summary>`)
    expect(before).toContain('id="contest-3"')
    expect(fold.match(/<details class="few single">/g)).toHaveLength(2)
    expect([...fold.matchAll(/id="contest-(\d+)"/g)].map(([, id]) => id)).toEqual(['1', '2'])
  }
})

test.each([
  ['area', [1, 0.5, 0.2, null], [0, 1], [2, 3]],
  ['area', [0.2, 1, 0.6], [1, 2], [0]],
  ['area', [1, 0.5], [0, 1], []],
  ['county', [null, 1, null], [1, 0, 2], []],
] as const)(
  'by %s, contests of the shares %j stand in a fold if they are of less than half, or of an unknown share',
  (basis, shares, before, folded) => {
    const [first] = ballot.contests
    if (!first) throw new Error('the ballot has no contest')
    const contests = shares.map((share, id) => {
      const match = share === 1 ? ('certain' as const) : ('possible' as const)
      return { ...first, id, match, share }
    })
    const location = { ...ballot.location, basis }
    for (const lang of ['en', 'es'] as const) {
      const { contestOfPart, contestsOfParts } = WORDS[lang]
      const page = ballotMain(createView(lang, WORDS[lang], undefined), {
        ...{ ...BARE, ballot: { ...ballot, location, contests } },
      }).toString()
      const [own = '', fold = ''] = (page.split('<details class="sources')[0] ?? '').split('<details class="few">')
      const idsIn = (text: string): number[] => [...text.matchAll(/id="contest-(\d+)"/g)].map(([, id]) => Number(id))
      expect([idsIn(own), idsIn(fold)]).toEqual([before, folded])
      const summary = folded.length === 1 ? contestOfPart : fill(contestsOfParts, { count: folded.length })
      if (folded.length > 0) expect(fold).toContain(`<summary>${summary}</summary>`)
    }
  },
)

test.each([
  ['Sample Board of Elections', 'Sample Board of Elections', 'Sample Board of Elections'],
  [
    'Open Lab, from the Sample Board',
    'Open Lab, original data: Sample Board',
    'Open Lab, datos originales: Sample Board',
  ],
  ['Ann Poe, 2026-races', 'Ann Poe (data set “2026-races”)', 'Ann Poe (datos «2026-races»)'],
  ['Sample County Clerk, Texas', 'Sample County Clerk, Texas', 'Sample County Clerk, Texas'],
  ['sample-lists', 'the project “sample-lists”', 'el proyecto «sample-lists»'],
])('the publisher %s has a name that a reader understands', (publisher, english, spanish) => {
  expect(sayPublisher(WORDS.en, publisher)).toBe(english)
  expect(sayPublisher(WORDS.es, publisher)).toBe(spanish)
})

test('the top of a ballot names the election office, and the newest day of its sources', () => {
  const urls = ['https://example.org/old.csv', 'https://example.org/new.csv']
  const publishers = new Map(
    urls.map((url, at) => [url, { publisher: `Board ${at}`, published_on: `2024-10-0${at + 1}` }] as const),
  )
  const contests = ballot.contests.slice(0, 2).map((one, at) => ({ ...one, source_url: urls[at] ?? null }))
  const notesOf = (complete: boolean): string => {
    const location = { ...ballot.location, complete, missing: [] }
    const seen = { ...BARE, publishers, ballot: { ...ballot, location, contests } }
    const page = ballotMain(createView('en', WORDS.en, undefined), seen).toString()
    return /<div class="(?:notes|sure)"[\s\S]*?<\/div>/.exec(page)?.[0] ?? ''
  }
  const office = '<a href="https://www.ncsbe.gov/voting" rel="noreferrer">North Carolina State Board of Elections</a>'
  for (const [complete, sentence, brief] of [
    [true, WORDS.en.complete, WORDS.en.completeShort],
    [false, WORDS.en.incomplete, WORDS.en.incompleteShort],
  ] as const) {
    expect(notesOf(complete)).toMatch(new RegExp(`<summary>(?:[^<]* · )?${brief}</summary>`))
    expect(notesOf(complete)).toContain(`${sentence} Where to vote, and how to register: ${office}.`)
    expect(notesOf(complete)).toContain(fill(WORDS.en.dataOf, { date: 'October 2, 2024', sources: 'Board 0; Board 1' }))
  }
})

test('candidates stand side by side if more than one thing is known of them; else nothing is shown', () => {
  const race = ballot.contests.find(({ kind, choices }) => kind === 'candidate' && choices.length > 1)
  if (!race) throw new Error('the ballot has no race')
  const view = createView('en', WORDS.en, undefined)
  const choices = race.choices.map((one) => ({ ...one, party: 'Green', ballot_designation: null }))
  const bare = { ...race, choices, endorsements: [] }
  expect(sideBySide(view, bare, new Map())).toBeNull()
  const known = { ...bare, choices: choices.map((one) => ({ ...one, ballot_designation: 'Teacher' })) }
  expect(String(sideBySide(view, known, new Map()))).toMatch(/<table[\s\S]*Teacher/)
})

test('a measure says which votes it needs and the amount of its bond at once, and its details have its own source', () => {
  const [one] = ballot.contests
  if (!one) throw new Error('the ballot has no contest')
  const pageOf = (lang: 'en' | 'es', details: typeof one.details): string => {
    const own = { kind: 'measure' as const, vote_method: 'yes_no' as const, source_url: 'https://example.org/measure' }
    const contests = [{ ...one, ...own, details }]
    return ballotMain(createView(lang, WORDS[lang], undefined), { ...BARE, ballot: { ...ballot, contests } }).toString()
  }
  for (const lang of ['en', 'es'] as const) {
    const { amount, majorityRequired, voteRequired, source } = WORDS[lang]
    const atOnce = (details: typeof one.details): string =>
      /<article[\s\S]*?<details/.exec(pageOf(lang, details))?.[0] ?? ''
    expect(atOnce({ majority_required: true })).toContain(majorityRequired)
    const bond = atOnce({ majority_required: true, vote_required: '2/3', amount: 24_000_000 })
    expect(bond).toContain(fill(voteRequired, { share: '2/3' }))
    expect(bond).not.toContain(majorityRequired)
    expect(bond).toContain(fill(amount, { amount: '$24,000,000' }))
    expect(pageOf(lang, {})).toMatch(new RegExp(`href="https://example.org/measure"[^>]*>${source}<span`))
  }
})

test('a ballot tells nothing of a day after its election', () => {
  const contest = ballot.contests.find(({ kind }) => kind === 'candidate')
  const name = contest?.choices[0]?.candidate?.full_name ?? ''
  const told = (on: string): string =>
    ballotMain(createView('en', WORDS.en, undefined), {
      ...{ ...BARE, ballot },
      offices: new Map([[officeKey(name, contest?.district.ocd_id ?? ''), { title: 'Mayor', on }]]),
    }).toString()
  expect(told(contest?.election.date ?? '')).toContain('In office on')
  expect(told('2026-06-15')).not.toContain('In office on')
})

test('a Spanish ballot names the parties in Spanish', async () => {
  const spanish = {
    ...ballot,
    contests: ballot.contests.map((contest) => ({
      ...contest,
      choices: contest.choices.map((choice) => ({ ...choice, party_label: 'Democratic' })),
    })),
  }
  const page = ballotMain(createView('es', WORDS.es, undefined), { ...BARE, ballot: spanish }).toString()
  expect(page).toContain('<span class="told">Demócrata</span>')
  expect(page).not.toContain('Democratic')
})

test('a source has the name of its publisher beside its host, and of its file where another has the same', () => {
  const [one] = ballot.contests.filter(({ kind }) => kind === 'candidate')
  if (!one) throw new Error('the ballot has no race')
  const of = (at: number, source_url: string) => ({ ...one, id: 8000 + at, source_url })
  const urls = [
    'https://raw.example.org/a/president.csv',
    'https://raw.example.org/b/tx%2024.zip',
    'https://other.org/',
  ]
  const source = { publisher: 'Sample Lab', published_on: '2024-10-01' }
  const publishers = new Map(urls.slice(0, 2).map((url) => [url, source]))
  const sources = (...contests: (typeof one)[]): string[] => {
    const page = ballotMain(createView('en', WORDS.en, undefined), {
      ...BARE,
      publishers,
      ballot: { ...ballot, contests },
    })
    const [, list = ''] = /class="sources.*?<ul class="links">(.*?)<\/ul>/s.exec(page.toString()) ?? []
    const names = [...list.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, name = '']) => name)
    // On paper, a publisher once, and no file.
    const printed = [...new Set(names.map((name) => name.replace(/ \(.*/, '')))]
    expect(page.toString()).toContain(`<p class="paper small">${WORDS.en.sources}: ${printed.join('; ')}</p>`)
    return names
  }
  const [president = '', texas = '', other = ''] = urls
  expect(sources(of(1, president), of(2, president))).toEqual(['Sample Lab (raw.example.org)'])
  expect(sources(of(1, president), of(2, texas), of(3, other))).toEqual([
    'Sample Lab (raw.example.org), president.csv',
    'Sample Lab (raw.example.org), tx 24.zip',
    'other.org',
  ])
})

test('a kind of which the ballot has a contest lacks another one', () => {
  const [one] = ballot.contests.filter(({ kind }) => kind === 'candidate')
  if (!one) throw new Error('the ballot has no race')
  const senator = { ...one, level: 'federal' as const, title: 'United States Senator' }
  const state = { ...senator, district: { ...one.district, type: 'state' as const } }
  const location = {
    ...ballot.location,
    complete: false,
    missing: [{ kind: 'us_senate', reason: 'not_read' } as const],
  }
  for (const lang of ['en', 'es'] as const) {
    const words = WORDS[lang]
    const noteOf = (contest: typeof one): string =>
      ballotMain(createView(lang, words, undefined), {
        ...BARE,
        ballot: { ...ballot, location, contests: [contest] },
      }).toString()
    const another = fill(words.kindAnother, { kind: words.kindUsSenate })
    // At once, and in the line of a phone; on the paper once.
    expect(noteOf(state).split(fill(words.missingKnown, { kinds: another }))).toHaveLength(2)
    expect(noteOf(state)).toContain(`<p>${fill(words.missingKnown, { kinds: another })} ${words.checkList}`)
    expect(noteOf(state)).toContain(`${fill(words.missingShort, { kinds: another })}</summary>`)
    for (const other of [
      { ...state, title: 'President and Vice President' },
      { ...state, level: 'state' as const },
    ])
      expect(noteOf(other)).toContain(fill(words.missingKnown, { kinds: words.kindUsSenate }))
  }
})

test.each([
  ['state', 'Texas', 'en', 'General Election 2024'],
  ['state', 'Texas', 'es', 'Elección general de 2024'],
  ['city', 'Houston, TX', 'en', 'Texas General Election 2024'],
  ['state', 'Oregon', 'en', 'Texas General Election 2024'],
] as const)(
  'beside the name of a %s, %s, an election has the name of its state once (%s)',
  (kind, label, lang, title) => {
    const [contest] = ballot.contests
    if (!contest) throw new Error('the ballot has no contest')
    const election = { ...contest.election, name: 'Texas General Election', date: '2024-11-05' }
    expect(titleBeside({ ...ballot.location, kind, label }, election, lang)).toBe(title)
  },
)

test.each([
  ['en', null, 'Ann Poe (Green)'],
  ['es', null, 'Ann Poe (Verde)'],
  ['en', 'Green', 'Ann Poe'],
] as const)(
  'in %s the list of an election has the party beside a name, but not in its own primary (%s)',
  (lang, primary, line) => {
    const contest = ballot.contests.find(({ kind, choices }) => kind === 'candidate' && choices.length > 0)
    const [choice] = contest?.choices ?? []
    if (!contest || !choice) throw new Error('there is no contest with a choice')
    const green = { ...choice, label: 'Ann Poe', party: 'Green', party_label: null }
    const list = listedContests(createView(lang, WORDS[lang], undefined), [
      { ...contest, party: primary, choices: [green] },
    ]).toString()
    expect(list).toMatch(new RegExp(`${line.replace(/[()]/g, '\\$&')}</span>`))
  },
)

test('the ballot of a state with the name of a large city offers the city', () => {
  const pageOf = (city: string | null): string =>
    ballotMain(createView('en', WORDS.en, undefined), { ...BARE, ballot, city }).toString()
  expect(pageOf('New York, NY')).toContain(`${WORDS.en.cityOfName} <a href="/explore/ballot?place=New+York%2C+NY">`)
  expect(pageOf(null)).not.toContain(WORDS.en.cityOfName)
})

test('each state has one election office, on a page that is encrypted', () => {
  expect([...ELECTION_OFFICES.keys()].sort()).toEqual([...STATE_CODES].sort())
  for (const { url } of ELECTION_OFFICES.values()) expect(url).toMatch(/^https:\/\/[^/]+\//)
})

test('the page of a contest counts the endorsers of each choice, names them by kind, and tells a shared source once', () => {
  const contest = ballot.contests.find(({ kind, endorsements }) => kind === 'candidate' && endorsements.length > 0)
  const [first, second] = contest?.choices ?? []
  const [one] = contest?.endorsements ?? []
  const [pick] = one?.picks ?? []
  if (!contest || !first || !second || !one || !pick) throw new Error('the ballot has no endorsed race')
  const of = (name: string, kind: string, own: Partial<typeof pick> = {}) => ({
    ...{ ...one, endorser: { ...one.endorser, name, slug: name, category: { ...one.endorser.category, name: kind } } },
    picks: [
      { ...pick, choice_id: first.id, statement: null, source_url: 'https://a.org/', published_on: null, ...own },
    ],
  })
  const three = [of('One', 'Clubs'), of('Two', 'Labor'), of('Three', 'Labor', { statement: 'Because.' })]
  const shown = (endorsements: typeof three): string =>
    contestCard(
      createView('en', WORDS.en, undefined),
      { ...contest, endorsements },
      { ticked: new Set(), opened: true },
    ).toString()
  const page = shown(three)
  expect(page).toContain(`<li>${first.label} <b>3</b></li> <li>${second.label} <b>0</b></li>`)
  expect(page).toContain('Endorsed by 3: Labor 2, Clubs 1')
  expect(page).toMatch(/<li><b>Labor<\/b>: <a [^>]*>Two<\/a><\/li>\s*<li><a [^>]*>Three<\/a>.*<q>Because.<\/q>/)
  expect(page.match(/href="https:\/\/a.org\/"/g)).toHaveLength(1)
  // Another source stands beside the name that has it.
  const mixed = shown([...three, of('Four', 'Labor', { source_url: 'https://b.org/' })])
  expect(mixed).toMatch(/>Two<\/a> <span[^>]*>Source: <a [^>]*>a.org<\/a> <\/span>; <a [^>]*>Four<.*>b.org</)
})

test('the guide on paper names a place and its part, and of a point its districts, never the point', () => {
  const guide = (seen: Partial<typeof BARE> & { ballot: Ballot }): string => {
    const page = ballotMain(createView('en', WORDS.en, undefined), { ...BARE, ...seen }).toString()
    return /data-my-guide data-place="([^"]*)"/.exec(page)?.[1] ?? expect.fail('no guide')
  }
  expect(guide({ ballot })).toBe(ballot.location.label)
  const [one] = ballot.districts
  if (!one) throw new Error('the ballot has no district')
  const location = { ...ballot.location, kind: 'address' as const, label: '1 Sample Street, Raleigh, NC', exact: true }
  const district = { ...one, type: 'congressional', name: 'Congressional District 2', match: 'certain' } as const
  const at = { ...ballot, location, narrow_by: null, districts: [{ ...district, lines: 'next_ballot' as const }] }
  expect(guide({ ballot: at })).toContain('Congressional District 2')
  expect(guide({ ballot: at })).not.toContain('Street')
})
