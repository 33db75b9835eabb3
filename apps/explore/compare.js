// In the browser: compares two endorsers over the contests of the page.

import { fill } from '../web/states.js'

/** @param panel of comparePanel in compare.ts @param jump makes a link within the page leave the history alone */
export function startCompare(panel, jump) {
  const words = JSON.parse(panel.dataset.words)
  const contests = [...document.querySelectorAll('.contest[data-contest]')].map((card) => ({
    ...{ card, title: card.querySelector('h1, h4').textContent, contest: JSON.parse(card.dataset.contest) },
    positions: new Map(JSON.parse(card.dataset.positions).map((one) => [one.slug, one])),
    stances: new Map(JSON.parse(card.dataset.stances ?? '[]').map((one) => [one.slug, one])),
  }))
  const endorsers = new Map()
  for (const { positions } of contests)
    for (const { slug, endorser } of positions.values())
      endorsers.set(slug, { slug, name: endorser, count: (endorsers.get(slug)?.count ?? 0) + 1 })
  panel.hidden = endorsers.size < 2
  if (panel.hidden) return
  const [one, other] = panel.querySelectorAll('select')
  const byName = [...endorsers.values()].sort((a, b) => a.name.localeCompare(b.name))
  for (const select of [one, other])
    select.append(...byName.map(({ slug, name, count }) => new Option(`${name} (${count})`, slug)))
  const [first, second] = pairOf([...endorsers.values()], contests)
  one.value = first
  other.value = second
  const show = () => {
    const names = [one, other].map(({ value }) => endorsers.get(value).name)
    const rows = contests.flatMap((own) => toRow(own, [one.value, other.value], words))
    const compared = rows.filter(({ cells }) => cells.every((cell) => cell !== null))
    panel.querySelector('[data-compare-said]').replaceChildren(...sayResult(compared, names, words))
    // One row is no table.
    panel
      .querySelector('[data-compare-table]')
      .replaceChildren(...(compared.length > 1 ? [toTable(rows, names, words)] : []))
    for (const link of panel.querySelectorAll('[data-compare-said] a')) jump(link)
    for (const link of panel.querySelectorAll('td a')) jump(link)
  }
  for (const select of [one, other]) select.addEventListener('change', show)
  // What is ticked when the table is opened.
  panel.addEventListener('toggle', () => {
    if (panel.open) show()
  })
}

/** Endorsers among whom the first pair is looked for: those with most contests. */
const PAIRED = 40

/** The two with most contests in common, or else with most contests. */
function pairOf(endorsers, contests) {
  const slugs = endorsers.sort((a, b) => b.count - a.count).map(({ slug }) => slug)
  let [best, most] = [slugs.slice(0, 2), 0]
  for (const [at, one] of slugs.slice(0, PAIRED).entries())
    for (const other of slugs.slice(at + 1, PAIRED)) {
      const common = contests.filter(({ positions }) => positions.has(one) && positions.has(other)).length
      if (common > most) [best, most] = [[one, other], common]
    }
  return best
}

/** @param compared rows in which each says something */
function sayResult(compared, names, words) {
  const both = compared.filter(({ isSame }) => isSame !== null)
  const same = both.filter(({ isSame }) => isSame).length
  const [row] = compared
  if (!row) return [words.compareNone]
  if (compared.length > 1) {
    const count = both.length === 1 ? words.contestsOne : fill(words.contestsMany, { count: both.length })
    return [both.length === 0 ? words.compareNone : fill(words.compareCount, { both: count, same })]
  }
  const link = Object.assign(document.createElement('a'), { href: `#${row.id}`, textContent: row.title })
  const [before, after] = fill(words.compareSingle, {
    ...{ one: names[0], other: names[1], a: row.cells[0], b: row.cells[1], contest: '\n' },
  }).split('\n')
  return [before, link, after]
}

/** Nothing for a contest in which neither says anything. `isSame` is null unless both take a position. */
function toRow({ card, title, contest, positions, stances }, slugs, words) {
  const [a, b] = slugs.map((slug) => positions.get(slug))
  const silent = slugs.map((slug) => stances.get(slug))
  if (!a && !b && !silent[0] && !silent[1]) return []
  const cells = [a, b].map((position, at) => {
    if (position) return sayPicks(position, contest)
    return silent[at] ? words[`stance_${silent[at].stance}`] : null
  })
  const isRanked = contest.vote_method === 'ranked_choice'
  return [{ id: card.id, title, cells, isSame: a && b ? keyOf(a, isRanked) === keyOf(b, isRanked) : null }]
}

function sayPicks({ picks }, { choices }) {
  return picks
    .map(({ choice_id, rank }) => {
      const label = choices.find(({ id }) => id === choice_id)?.label ?? ''
      return rank === null ? label : `${rank}. ${label}`
    })
    .join(', ')
}

/** As docs/rules.md#agreement: the same choices; in a ranking, the same first choices where there is one. */
function keyOf({ picks }, isRanked) {
  const first = picks.filter(({ rank }) => rank === 1)
  const counted = isRanked && first.length > 0 ? first : picks
  return counted
    .map(({ choice_id }) => String(choice_id))
    .sort()
    .join()
}

/** As `table` of apps/web/table.ts, which stacks on a narrow screen. */
function toTable(rows, names, words) {
  const columns = [words.contest, ...names, words.compareVerdict]
  const make = (name, role, ...children) => {
    const made = document.createElement(name)
    made.setAttribute('role', role)
    made.append(...children)
    return made
  }
  const head = columns.map((column) => {
    const cell = make('th', 'columnheader', column)
    cell.scope = 'col'
    return cell
  })
  const body = rows.map(({ id, title, cells, isSame }) => {
    const link = document.createElement('a')
    Object.assign(link, { href: `#${id}`, textContent: title })
    const verdict = document.createElement('span')
    verdict.className = isSame === null ? 'soft' : `state ${isSame ? 'active' : 'pending'}`
    verdict.textContent = isSame === null ? '–' : isSame ? words.compareSame : words.compareDiffer
    const shown = [link, ...cells.map((cell) => cell ?? soft(words.compareNothing)), verdict]
    return make(
      'tr',
      'row',
      ...shown.map((part, at) => {
        const inner = document.createElement('div')
        inner.append(part)
        const cell = make('td', 'cell', inner)
        cell.dataset.column = columns[at]
        return cell
      }),
    )
  })
  const table = make(
    'table',
    'table',
    make('thead', 'rowgroup', make('tr', 'row', ...head)),
    make('tbody', 'rowgroup', ...body),
  )
  table.className = 'stacks'
  table.setAttribute('aria-label', names.join(', '))
  return table
}

function soft(text) {
  const made = document.createElement('span')
  Object.assign(made, { className: 'soft', textContent: text })
  return made
}
