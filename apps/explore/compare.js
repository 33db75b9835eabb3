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
    for (const { slug, endorser } of positions.values()) {
      const others = endorsers.get(slug)?.others ?? new Map()
      for (const other of positions.keys()) if (other !== slug) others.set(other, (others.get(other) ?? 0) + 1)
      endorsers.set(slug, { slug, name: endorser, count: (endorsers.get(slug)?.count ?? 0) + 1, others })
    }
  // Of two endorsers without a common contest, there is nothing to compare.
  const comparable = [...endorsers.values()].filter(({ others }) => others.size > 0)
  panel.hidden = comparable.length === 0
  if (panel.hidden) return
  const [one, other] = panel.querySelectorAll('select')
  const byName = comparable.sort((a, b) => a.name.localeCompare(b.name))
  one.append(...byName.map(({ slug, name }) => new Option(name, slug)))
  /** The other one: those with a contest in common, and of them the one that was chosen, or has most. */
  const offer = () => {
    const { others } = endorsers.get(one.value)
    const chosen = others.has(other.value) ? other.value : [...others].sort(([, a], [, b]) => b - a)[0][0]
    const offered = byName.filter(({ slug }) => others.has(slug))
    const sayCommon = (slug) => fill(words.compareCommon, { count: others.get(slug) })
    other.replaceChildren(...offered.map(({ slug, name }) => new Option(`${name} (${sayCommon(slug)})`, slug)))
    other.value = chosen
  }
  const most = ({ others }) => Math.max(...others.values())
  one.value = [...comparable].sort((a, b) => most(b) - most(a) || b.count - a.count)[0].slug
  offer()
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
  one.addEventListener('change', () => {
    offer()
    show()
  })
  other.addEventListener('change', show)
  // What is ticked when the table is opened.
  panel.addEventListener('toggle', () => {
    if (panel.open) show()
  })
}

/** @param compared rows in which each says something */
function sayResult(compared, names, words) {
  if (compared.length > 1) {
    const both = compared.filter(({ isSame }) => isSame !== null)
    const same = both.filter(({ isSame }) => isSame).length
    const count = both.length === 1 ? words.contestsOne : fill(words.contestsMany, { count: both.length })
    return [fill(words.compareCount, { both: count, same })]
  }
  const [row] = compared
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
