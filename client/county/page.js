// The page of a county file: it shows the ballot of a point, from what the page holds. Nothing is requested.

import { MICRODEGREES } from '../../data/geometry/polygon.ts'
import { certainFirstInLevels } from '../../data/place/ballot.ts'
import { parsePointText } from '../../data/place/point.ts'
import { openAddresses } from './addresses.ts'
import { openCounty } from './reader.ts'

const find = (id) => document.getElementById(id)
const words = JSON.parse(find('words').textContent)
const answer = find('answer')
const form = find('place')
const map = find('map')
const opened = openCounty(Uint8Array.from(atob(find('file').textContent.trim()), (byte) => byte.charCodeAt(0)))
const finder = opened.then(openAddresses, () => undefined)
/** The number of the latest question: an answer that another one overtook is not shown. */
let latest = 0
/** Less than this of the answer on the screen goes unnoticed. */
const REVEALED_PIXELS = 100

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')

function element(name, { text = '', className = '' }, ...children) {
  const made = document.createElement(name)
  if (text !== '') made.textContent = text
  if (className !== '') made.className = className
  made.append(...children)
  return made
}

function tell(text) {
  answer.replaceChildren(element('p', { text, className: 'notice' }))
}

/** On a phone, the answer to the form is below the map. A click on the map does not leave it. */
function reveal() {
  if (answer.getBoundingClientRect().top > window.innerHeight - REVEALED_PIXELS) answer.scrollIntoView()
}

/** @param text what the visitor typed; default: the point */
async function showPoint(lat, lng, text = `${lat.toFixed(6)},${lng.toFixed(6)}`) {
  latest += 1
  const own = latest
  const county = await opened
  if (own !== latest) return
  form.elements.point.value = text
  mark(lat, lng)
  const ballot = county.ballot(lat, lng)
  if (ballot) showBallot(ballot)
  else tell(words.outside)
}

function showBallot({ location, districts, contests }) {
  const notes = [
    contests.length === 0 && words.noContests,
    location.complete ? words.complete : words.incomplete,
    location.lines_differ && words.linesDiffer,
  ].filter(Boolean)
  const elections = new Map()
  for (const contest of contests)
    elections.set(contest.election.slug, [...(elections.get(contest.election.slug) ?? []), contest])
  const heading = element('h2', { text: words.yourBallot })
  heading.tabIndex = -1
  answer.replaceChildren(
    heading,
    element('div', { className: location.complete ? 'sure' : 'notes' }, ...notes.map((text) => element('p', { text }))),
    ...[...elections.values()].map(electionPart),
    districtPart(districts),
  )
  heading.focus({ preventScroll: true })
}

function electionPart(contests) {
  const [{ election }] = contests
  return element(
    'section',
    { className: 'election' },
    element('h3', { text: election.name }),
    ...certainFirstInLevels(contests).map(contestCard),
  )
}

function contestCard({ id, match }) {
  const card = find(`card-${id}`).content.cloneNode(true)
  // A page without a server has no other pages.
  for (const link of card.querySelectorAll('a[href="#"]')) link.replaceWith(...link.childNodes)
  const told = match === 'certain' ? words.certain : words.possiblePoint
  card
    .querySelector('h4')
    .after(element('p', { text: told, className: match === 'certain' ? 'match' : 'match possible' }))
  return card
}

function districtPart(districts) {
  const names = districts.map(({ name, match, lines }) => {
    const doubt = [match === 'possible' && words.possiblePoint, lines === 'current_seat' && words.presentLines]
    const told = doubt.filter(Boolean).join('; ')
    return element('li', { text: told === '' ? name : `${name} (${told})` })
  })
  return element(
    'section',
    { className: 'card' },
    element('h3', { text: words.districts }),
    element('ul', { className: 'links' }, ...names),
  )
}

// The map: its drawing is degrees, with the longitude narrowed by `narrow`.

function mark(lat, lng) {
  if (!map) return
  const { west, north, narrow } = map.dataset
  const spot = map.querySelector('.spot')
  spot.setAttribute('cx', String((turnTo(lng, west) - west) * narrow * MICRODEGREES))
  spot.setAttribute('cy', String((north - lat) * MICRODEGREES))
  spot.removeAttribute('visibility')
}

/** The longitude as the map counts it: beyond -180 where the county crosses the antimeridian. */
function turnTo(lng, west) {
  return lng - 360 >= west ? lng - 360 : lng
}

map?.addEventListener('click', (event) => {
  const { west, north, narrow } = map.dataset
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse())
  const lng = Number(west) + x / narrow / MICRODEGREES
  showPoint(Number(north) - y / MICRODEGREES, lng < -180 ? lng + 360 : lng)
})

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const text = form.elements.point.value
  const point = parsePointText(text)
  const found = point ? { lat: Number(point.lat), lng: Number(point.lng) } : (await finder)?.(text)
  if (!found) tell(words.noPoint)
  else if ('ambiguous' in found) tell(toTieWords(found.ambiguous))
  else if (Math.abs(found.lat) <= 90 && Math.abs(found.lng) <= 180) await showPoint(found.lat, found.lng, text)
  else tell(words.noPoint)
  reveal()
})

function toTieWords({ adds }) {
  return adds === null ? words.severalPoint : fill(words.several, { adds: words.adds[adds] ?? adds })
}

// The device finds its own position; browsers allow it on a page that was opened from a disk or over HTTPS.
const here = find('here')
if (navigator.geolocation && window.isSecureContext) {
  here.hidden = false
  here.addEventListener('click', () => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => showPoint(coords.latitude, coords.longitude).then(reveal),
      () => {
        tell(words.noPosition)
        reveal()
      },
    )
  })
}

opened.then(
  () => document.documentElement.setAttribute('data-ready', ''),
  (fault) => tell(fill(words.broken, { fault: fault.message })),
)
