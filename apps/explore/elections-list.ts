// Lists of elections: the page of all of them, and those of the first page.

import { groupBy } from '../../data/core/group-by.ts'
import type { Election } from '../../data/schema/election.ts'
import { compareText } from '../../data/schema/folded-name.ts'
import { PAGE_SIZE_MAX } from '../../data/schema/parameter.ts'
import { STATES, stateOf } from '../../data/schema/states.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { overlayMark } from '../web/ballot/record-marks.ts'
import type { View } from '../web/ballot/view.ts'
import { dayInWords, nameOf, placeAlone, placeIn, titleOf, type Words } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { countOf, fill } from '../web/sentence.ts'
import { choiceField, languageField, stateOptions } from './lists.ts'
import { isSoon, type Look, todayOf } from './look.ts'
import { showPage, versionOf } from './show.ts'

/** @setting Past elections on the first page of a service without a coming one. */
const LATEST_SHOWN = 12
/** @setting Days back to which the first page looks for past elections. */
const LATEST_DAYS = 800

/** The next election day alone, then the others by year. A form asks for a state, a year, or both. */
export async function answerElections(look: Look): Promise<Reply> {
  const { words, lang, href, query } = look
  const all = await loadElections(look, {})
  const upcoming = new Set((await loadElections(look, { upcoming: 'true' })).map(({ slug }) => slug))
  const state = STATES.find(({ code }) => code === query.get('state'))
  const years = [...new Set(all.map(yearOf))].reverse()
  const year = years.find((one) => one === query.get('year'))
  const asked = all.filter(
    (one) => (state === undefined || one.state === state.code) && (year === undefined || yearOf(one) === year),
  )
  const isFiltered = state !== undefined || year !== undefined
  const coming = asked.filter(({ slug }) => upcoming.has(slug))
  const next = coming.filter(({ date }) => date === coming[0]?.date)
  const past = asked.filter(({ slug }) => !upcoming.has(slug)).reverse()
  const newest = Number(years[0] ?? 0)
  const shown = {
    isOpen: isFiltered,
    isLong: state !== undefined,
    from: Math.floor((newest - YEARS_ALONE + 1) / 10) * 10,
  }
  const told = [state && placeAlone(state.name, lang), year].filter((one) => one !== undefined).join(', ')
  const main = html`${electionFilter(look, state?.code, year, years)}
${state && asked.length > 0 && html`<p><a href="${href('/explore/ballot', { place: state.name })}">${fill(words.ballotFor, { place: placeIn(state.name, lang) })}</a></p>`}
${asked.length === 0 && isFiltered && html`<p>${fill(words.noElectionsOf, { what: told })} <a href="${href('/explore/coverage')}">${words.whatWeHave}</a> · <a href="${href('/explore/elections')}">${words.allElections}</a></p>`}
${!isFiltered && coming.length === 0 && (await noElectionsNote(look))}
${next.length > 0 && html`<section><h2>${words.nextDayTitle}</h2>${shown.isLong ? electionList(look, next) : shortElectionList(look, next)}</section>`}
${yearFolds(look, words.laterOnes, coming.slice(next.length), shown)}
${yearFolds(look, words.pastElections, past, shown)}
${versionOf(look)}`
  return showPage(look, { title: words.menuElections, here: '/explore/elections', main })
}

/** @setting Each of this many latest years of elections, and each other year of the same decade, has its own fold; earlier years share one fold a decade. */
const YEARS_ALONE = 16

function yearOf({ date }: Election): string {
  return date.slice(0, 4)
}

function electionFilter(look: Look, state: string | undefined, year: string | undefined, years: string[]): Html {
  const { words } = look
  const fields = [
    { name: 'state', label: words.state, first: words.allStates, options: stateOptions(look), chosen: state },
    {
      ...{ name: 'year', label: words.year, first: words.allYears, chosen: year },
      options: years.map((one) => ({ slug: one, name: one })),
    },
  ]
  return html`<form class="search filters no-print" action="/explore/elections">${fields.map(choiceField)}${languageField(look)}<p><button>${words.show}</button></p></form>`
}

/** Each year folds; before `from`, each decade. @param elections in the order of the page */
function yearFolds(
  look: Look,
  title: string,
  elections: readonly Election[],
  { isOpen, isLong, from }: { isOpen: boolean; isLong: boolean; from: number },
): Html | null {
  const { words } = look
  if (elections.length === 0) return null
  const foldOf = (one: Election): string => {
    const year = Number(yearOf(one))
    const decade = Math.floor(year / 10) * 10
    return year >= from ? String(year) : `${decade}–${decade + 9}`
  }
  return html`<section><h2>${title}</h2>${[...groupBy(elections, foldOf)].map(
    ([years, own]) =>
      html`<details class="year"${isOpen && html` open`}><summary><b>${years}</b> <span class="soft">${countOf(own.length, words.electionsOne, words.electionsMany)}</span></summary>${isLong ? electionList(look, own) : shortElectionList(look, own)}</details>
`,
  )}</section>`
}

/** The next election day of a state as its coverage names it, or the first of any state; null without a state, and if it is far. */
export async function findNextDay(look: Look, state?: string): Promise<string | null> {
  const { data } = await look.load('listCoverage', { snapshot: look.named })
  const days = data.filter((one) => state === undefined || one.state === state).map((one) => one.next_election)
  const [next] = days.filter((day) => day !== null).sort()
  return next !== undefined && isSoon(next, todayOf(look)) ? next : null
}

/** Where no coming election is listed. */
export async function noElectionsNote(look: Look): Promise<Html> {
  const { words, lang } = look
  const day = await findNextDay(look)
  return html`<p>${day === null ? words.noElections : fill(words.noElectionsBefore, { date: dayInWords(day, lang) })}</p>`
}

/** Of a service without a coming election: whole days until LATEST_SHOWN, the newest first. */
export async function loadLatestElections(look: Look): Promise<Election[]> {
  const from = new Date(look.exchange.time - LATEST_DAYS * 86_400_000).toISOString().slice(0, 10)
  const latest = (await loadElections(look, { from })).reverse()
  const last = latest[LATEST_SHOWN - 1]?.date
  return last === undefined ? latest : latest.filter(({ date }) => date >= last)
}

/** All pages, by date. */
async function loadElections(
  { load, lang, named }: Look,
  asked: { upcoming?: 'true'; from?: string },
): Promise<Election[]> {
  const found: Election[] = []
  let cursor: string | undefined
  do {
    const limit = String(PAGE_SIZE_MAX)
    const page = await load('listElections', { ...asked, lang, snapshot: named, limit, cursor })
    found.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** @setting Elections of one day that are listed with their counts on a page of several states; of more, each is a link with the name of its state. */
const NAMED_ON_A_DAY = 4

/** By day, as given. Elections of one kind that many states hold on a day are named by their states. */
export function shortElectionList(view: View, elections: readonly Election[]): Html {
  const { lang, href } = view
  return html`${[...groupBy(elections, ({ date }) => date)].map(([date, own]) => {
    const kinds = [...groupBy(own, (election) => kindOf(election, lang))]
    const few = kinds.flatMap(([, some]) => (some.length <= NAMED_ON_A_DAY ? some : []))
    return html`<section class="day"><h3>${dayInWords(date, lang)}</h3>${kinds.map(
      ([kind, some]) =>
        some.length > NAMED_ON_A_DAY &&
        html`<p class="soft">${kind}</p><ul class="links states-list">${some
          .map((election) => ({ election, state: placeAlone(stateOf(election.state).name, lang) }))
          .sort((a, b) => a.state.localeCompare(b.state, lang))
          .map(
            ({ election, state }) =>
              html`<li><a href="${href(`/explore/elections/${election.slug}`)}">${state}</a>${overlayMark(view, election)}</li>
`,
          )}</ul>`,
    )}${few.length > 0 && electionLines(view, few)}</section>`
  })}`
}

/** The name of an election without its state: that of its type. */
function kindOf({ name, state, date }: Election, lang: Language): string {
  const own = placeAlone(stateOf(state).name, lang)
  const title = nameOf({ name, date }, lang)
  const kind = title.startsWith(own) ? title.slice(own.length).replace(/^:? /, '') : title
  return kind.slice(0, 1).toUpperCase() + kind.slice(1)
}

/** By day, as given; those of one day by name. */
export function electionList(view: View, elections: readonly Election[]): Html {
  return html`${[...groupBy(elections, ({ date }) => date)].map(
    ([date, own]) =>
      html`<section class="day"><h3>${dayInWords(date, view.lang)}</h3>${electionLines(view, own)}</section>`,
  )}`
}

function electionLines(view: View, elections: readonly Election[]): Html {
  const { words, lang, href } = view
  return html`<ul class="elections columns">${elections
    .toSorted((a, b) => compareText(a.name, b.name))
    .map(
      (
        election,
      ) => html`<li><a href="${href(`/explore/elections/${election.slug}`)}">${titleOf(election, lang)}</a>${overlayMark(view, election)}<span class="soft small">${countsOf(words, election).join(' · ')}</span></li>
`,
    )}</ul>`
}

export function countsOf(words: Words, { contest_count, endorsement_count }: Election): string[] {
  return [
    countOf(contest_count, words.contestsOne, words.contestsMany),
    endorsement_count > 0 && countOf(endorsement_count, words.endorsementsOne, words.endorsementsMany),
  ].filter((text) => typeof text === 'string')
}
