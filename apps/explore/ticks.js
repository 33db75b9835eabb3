// In the browser: ticks change the recommendations at once. Links and the entry of the history carry what is ticked.

import { fill } from '../web/states.js'
import { advise } from './advice.js'

function element(name, text, ...children) {
  const made = document.createElement(name)
  if (text !== '') made.textContent = text
  made.append(...children)
  return made
}

export function startTicks(form) {
  const words = JSON.parse(form.dataset.words)
  const contests = [...document.querySelectorAll('[data-contest]')].map((card) => ({
    contest: JSON.parse(card.dataset.contest),
    positions: JSON.parse(card.dataset.positions),
    card,
    box: card.querySelector('[data-advice]'),
  }))
  const names = new Map(contests.flatMap(({ positions }) => positions.map(({ slug, endorser }) => [slug, endorser])))
  const followed = document.querySelector('[data-followed]')
  const boxes = [...form.querySelectorAll('input[name="endorsers"]')]
  const groups = [...form.querySelectorAll('input[name="categories"]')].map((whole) => ({
    whole,
    own: [...whole.closest('fieldset').querySelectorAll('input[name="endorsers"]')],
  }))
  const count = (number, name) => fill(words[`${name}${number === 1 ? 'One' : 'Many'}`], { count: number })

  const show = () => {
    const ticked = new Set(boxes.filter((box) => box.checked).map((box) => box.value))
    let recommended = 0
    for (const { contest, positions, card, box } of contests) {
      const own = positions.filter(({ slug }) => ticked.has(slug))
      const advice = advise(contest, own, words)
      if (ticked.size > 0 && advice.labels.length > 0) recommended += 1
      write(box, advice, ticked.size > 0)
      for (const choice of card.querySelectorAll('[data-choice]')) {
        const marked = ticked.size > 0 && advice.choice_ids.includes(Number(choice.dataset.choice))
        choice.classList.toggle('marked', marked)
      }
    }
    for (const { whole, own } of groups) {
      const some = own.filter((box) => box.checked).length
      whole.checked = some === own.length
      whole.indeterminate = some > 0 && some < own.length
    }
    form.querySelector('[data-status]').textContent =
      ticked.size === 0
        ? words.noneTicked
        : fill(words.tickedSome, {
            endorsers: count(ticked.size, 'endorsers'),
            contests: count(recommended, 'contests'),
          })
    followed.textContent =
      ticked.size === 0 ? '' : fill(words.ticked, { names: [...ticked].map((slug) => names.get(slug)).join(', ') })
    form.querySelector('[data-untick]').hidden = ticked.size === 0
    follow(ticked)
  }
  form.addEventListener('change', ({ target }) => {
    if (target.name === 'categories')
      for (const box of groups.find(({ whole }) => whole === target).own) box.checked = target.checked
    show()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.querySelector('button:not([type])').hidden = true
  form.querySelector('[data-untick]').addEventListener('click', () => {
    for (const box of boxes) box.checked = false
    show()
    boxes[0]?.closest('form').querySelector('summary').focus()
  })
  show()
}

/** The same elements as adviceBox in web/ballot/contest-card.ts. */
function write(box, { heading, labels, ranks, reasons }, isShown) {
  box.hidden = !isShown
  box.classList.toggle('none', labels.length === 0)
  if (!isShown) return box.replaceChildren()
  const head = element('p', heading)
  head.className = 'advice-head'
  const reason = (name, text) => Object.assign(element(name, text), { className: 'why' })
  const items = labels.map((label, at) => element('li', label, ...(ranks[at] ? [' ', reason('span', ranks[at])] : [])))
  const list = element(ranks.length > 0 ? 'ol' : 'ul', '', ...items)
  const why = reason('p', reasons.join(' '))
  box.replaceChildren(head, ...(labels.length > 0 ? [list] : []), why)
}

/** Links to the page, the switch of the language and the history carry what is ticked. */
function follow(ticked) {
  const slugs = [...ticked].join(',')
  for (const link of document.querySelectorAll('[data-permalink], [data-pinned], a.language'))
    link.href = withTicks(link.href, slugs)
  const kept = document.querySelector('form.language [name="endorsers"]')
  if (kept) kept.value = slugs
  keepTicks(slugs)
}

function withTicks(href, slugs) {
  const url = new URL(href, location.href)
  url.searchParams.delete('categories')
  if (slugs === '') url.searchParams.delete('endorsers')
  else url.searchParams.set('endorsers', slugs)
  return url.href
}

/** @param slugs joined by commas */
function keepTicks(slugs) {
  const { state } = history
  if (!state?.post) history.replaceState(state, '', withTicks(location.href, slugs))
  else
    history.replaceState({ ...state, post: { ...state.post, fields: { ...state.post.fields, endorsers: slugs } } }, '')
}
