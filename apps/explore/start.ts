// The first page, at /explore and at /: the form for a place, and the coming elections.

import { type Reply, toRecord } from '../../server/http/exchange.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { electionList, loadLatestElections, noElectionsNote, shortElectionList } from './elections-list.ts'
import { answersAddresses, type Look } from './look.ts'
import { typedPlace } from './place.ts'
import { addressStatesNamed, type PlaceProblem, placeForm } from './place-form.ts'
import { showPage, versionOf } from './show.ts'

/** Enough for a day on which every state votes. */
const ELECTIONS_SHOWN = '60'

interface StartOptions {
  problem?: PlaceProblem
  /** On the first page of the server: what it tells people who write programs, in English. */
  developers?: () => Html
}

export async function showStart(look: Look, { problem, developers }: StartOptions = {}): Promise<Reply> {
  const { words, lang, href, named, host, seal } = look
  const { data } = await look.load('listElections', { upcoming: 'true', lang, snapshot: named, limit: ELECTIONS_SHOWN })
  const latest = data.length === 0 ? await loadLatestElections(look) : []
  const example = host.data.examplePlace([...data, ...latest].map(({ id }) => id))
  const place = look.exchange.request.method === 'POST' ? typedPlace(look) : (look.query.get('place') ?? '')
  const asked = place === '' ? undefined : { place, sealed: seal.close(place), url: null }
  // Those of one year: a state may list its elections of many.
  const next = data.filter(({ date }) => date.slice(0, 4) === data[0]?.date.slice(0, 4))
  const later = next.filter(({ date }) => date !== next[0]?.date)
  const isEndorsed = (data.length > 0 ? next : latest).some(({ endorsement_count }) => endorsement_count > 0)
  const lead = isEndorsed ? words.leadEndorsed : words.lead
  const steps = [sayPlaces(look), isEndorsed && words.stepTick, data.length > 0 && words.stepMark, words.stepPrint]
  const main = html`<div class="start"><div><h1>${words.question}</h1>
<p class="lead">${lead}</p>
<section class="card place-card">${placeForm(look, { asked, problem, example })}</section></div>
<section class="steps" aria-labelledby="steps-title"><h2 id="steps-title">${words.steps}</h2><ol>${steps.map((step) => step && html`<li>${step}</li>`)}</ol></section></div>
<section aria-labelledby="elections-title"><h2 id="elections-title">${words.elections}</h2>
${
  data.length === 0
    ? await noElectionsNote(look)
    : shortElectionList(
        look,
        next.filter(({ date }) => date === next[0]?.date),
      )
}
${later.length > 0 && html`<h2>${words.laterOnes}</h2>${shortElectionList(look, later)}`}
${latest.length > 0 && html`<h2>${words.pastElections}</h2>${electionList(look, latest)}`}
<p><a href="${href('/explore/elections')}">${words.allElections}</a></p></section>
${versionOf(look)}${developers && html`<details class="card"><summary><h2>${words.forDevelopers}</h2></summary><div lang="en">${developers()}</div></details>`}`
  const page = {
    ...{ title: words.question, here: '/explore', description: lead, isShared: problem === undefined },
    ...{ ownHeading: true, ownForm: true, main },
  }
  return showPage(look, page, { status: problem?.status ?? 200 })
}

/** Which places show one voter's ballot. */
function sayPlaces(look: Look): string {
  const { words } = look
  if (!answersAddresses(look)) return words.stepPoint
  const states = addressStatesNamed(look)
  return states === null ? words.stepPlace : fill(words.stepPlaceIn, { states })
}

/** Suggests place names while a place is typed, as JSON for the page's script. Only names of the bundle; nothing is sent elsewhere. */
export async function answerSuggestions({ host, form }: Look): Promise<Reply> {
  return toRecord(200, host.data.placeNames(form.text('place')))
}

/** The place that the page's script has kept sealed, as JSON, so that the field of another page shows what was typed. */
export async function answerTyped(look: Look): Promise<Reply> {
  return toRecord(200, typedPlace(look))
}
