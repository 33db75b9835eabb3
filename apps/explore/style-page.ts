// For maintainers, only where HUSTINGS_APPS names `style`: the scales, the colors with their contrast, and each thing that recurs, once.

import type { Contest } from '../../data/schema/contest.ts'
import type { Host } from '../../server/host.ts'
import { contestCard } from '../web/ballot/contest-card.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp } from '../web/guest.ts'
import { type Html, html } from '../web/html.ts'
import { COLOR_PAIRS, contrastOf, readPalette, readScale, type Scheme } from '../web/palette.ts'
import { blankLook, loadAssets, loaderOf, PUBLIC_GRANT } from './explore.ts'
import { sortableTable } from './lists.ts'
import type { Look } from './look.ts'
import { districtFigure } from './map.ts'
import { placeForm } from './place-form.ts'
import { createSeal } from './seal.ts'
import { showPage } from './show.ts'

export function createStylePage(host: Host, frame: Frame): App {
  const explorer = { host, assets: loadAssets(host, frame), seal: createSeal(host.hmac) }
  const app = createGuestApp(host, async (exchange, request) => {
    await host.admission.request(exchange)
    exchange.route = '/style'
    const look = { ...blankLook(explorer, exchange, request), load: loaderOf(host, exchange, PUBLIC_GRANT) }
    return showPage(look, { title: 'Style', main: await styleMain(look), ownForm: true })
  })
  return { path: '/style', app, link: { name: { en: 'Style', es: 'Style' }, isEnglish: true } }
}

async function styleMain(look: Look): Promise<Html> {
  return html`<p class="lead">The parts of every page. A new page uses these, and a new part is added here.</p>
${typeAndSpace()}
${colors('light')}
${colors('dark')}
${controls()}
<section><h2>Place field</h2>
<div class="card">${placeForm(look, { example: 'Sampletown, OH' })}</div>
<div class="card">${placeForm(look, {
    asked: { place: 'Nowhere', sealed: '', url: null },
    problem: {
      sentence: 'No place has this name.',
      status: 404,
      choices: ['Nowhere, OK'],
      choicesTitle: look.words.didYouMean,
      action: '/explore/ballot',
    },
    example: null,
  })}</div></section>
${tables(look)}
${await records(look)}`
}

function typeAndSpace(): Html {
  const sizes = readScale('type').map(
    ([name, value]) => html`<tr><td><code>--type-${name}</code></td><td>${value}</td></tr>`,
  )
  const spaces = readScale('space').map(([name, value]) => {
    const pixels = Number.parseFloat(value) * 16
    return html`<tr><td><code>--space-${name}</code></td><td>${value}</td><td><svg width="${pixels}" height="16" aria-hidden="true"><rect width="${pixels}" height="16" fill="currentColor"/></svg></td></tr>`
  })
  return html`<section><h2>Type</h2><h1>Heading 1</h1><h2>Heading 2</h2><h3>Heading 3</h3><p class="lead">A lead sentence.</p><p>Text, with <a href="#type">a link</a> and <code>code</code>.</p><p class="soft">Soft text.</p><p class="small">Small text.</p>
<table id="type"><caption>Sizes of letters</caption><tbody>${sizes}</tbody></table></section>
<section><h2>Space</h2><table><caption>Steps</caption><tbody>${spaces}</tbody></table></section>`
}

/** The page follows the reader's scheme; a drawing has the colors of both. */
function colors(scheme: Scheme): Html {
  const palette = readPalette()[scheme]
  const rows = COLOR_PAIRS.map(({ color, ground, least }) => {
    const [ink = '', paper = ''] = [palette.get(color), palette.get(ground)]
    return html`<tr><td><svg width="56" height="32" viewBox="0 0 56 32" role="img" aria-label="${color} on ${ground}"><rect width="56" height="32" fill="${paper}"/><text x="28" y="22" text-anchor="middle" font-size="18" fill="${ink}">Aa</text></svg></td><td><code>--${color}</code></td><td><code>--${ground}</code></td><td>${contrastOf(ink, paper).toFixed(1)}</td><td>${least}</td></tr>`
  })
  return html`<details class="card"><summary><h2>Colors, ${scheme}</h2></summary><div class="scroll"><table><thead><tr><th scope="col">Pair</th><th scope="col">Color</th><th scope="col">Ground</th><th scope="col">Contrast</th><th scope="col">Least</th></tr></thead><tbody>${rows}</tbody></table></div></details>`
}

function controls(): Html {
  return html`<section><h2>Notices and controls</h2>
<p class="notice">A notice tells what was done.</p>
<p class="problem">A problem tells what is wrong, and what was expected.</p>
<p class="unsure">A warning tells what is not certain.</p>
<p class="row"><button type="button">Do it</button> <button type="button" class="quiet">Do something else</button> <button type="button" class="danger">Delete it</button> <button type="button" disabled>Not now</button></p>
<p><span class="state active">Full</span> <span class="state pending">Partial</span> <span class="state revoked">Revoked</span> <span class="tag">Tag</span></p>
<div class="card"><div class="field"><label for="style-text">Text field</label><p class="hint">A hint says what to type.</p><input id="style-text"></div>
<div class="field"><label for="style-choice">Choice</label><select id="style-choice"><option>One</option><option>Two</option></select></div>
<label class="check"><input type="checkbox"> A tick</label></div>
<details class="card"><summary>A fold</summary><p>Details on demand.</p></details></section>`
}

function tables(look: Look): Html {
  const rows = [
    ['Alder', 3],
    ['Birch', 12],
  ] as const
  return html`<section><h2>Table</h2>${sortableTable(look, {
    caption: 'An example',
    columns: ['Name', 'Contests'],
    rows: rows.map(([name, count]) => [
      { shown: name, value: name },
      { shown: count, value: String(count) },
    ]),
  })}</section>`
}

/** A contest of each way to vote, and the map of a district, from the data in service. */
async function records(look: Look): Promise<Html | null> {
  const { data } = await look.load('listContests', { upcoming: 'true', limit: '200' })
  const kinds = new Map<string, Contest>()
  for (const contest of data) if (!kinds.has(contest.vote_method)) kinds.set(contest.vote_method, contest)
  const found = await Promise.all([...kinds.values()].map(({ id }) => look.load('getContest', {}, { id: String(id) })))
  const [first] = data.filter(({ district }) => look.host.data.districtOutline(district.id) !== undefined)
  const district = first && (await look.load('getDistrict', {}, { id: String(first.district.id) })).data
  return html`<section><h2>Contest and choice</h2><div class="contests">${found.map((one) => contestCard(look, { ...one.data, match: null }, { ticked: new Set() }))}</div></section>
${district && html`<section><h2>Map</h2>${await districtFigure(look, district, look.words.mapNote)}</section>`}`
}
