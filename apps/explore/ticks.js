// In the browser: ticks change the recommendations at once. They stay in the storage of this browser; nothing here sends them. A link
// that names endorsers shows those until the reader ticks.

import { fill } from '../web/states.js'
import { advise } from './advice.js'

/** Its value has the slugs of the ticked endorsers of all pages. */
const KEY = 'hustings-endorsers'

// Where the browser stores nothing, they are kept until the page is left.
let memory = []
let isKept = true

/** Whether the page shows the ticks of a link or of a posted form, which its address or its fields name. */
let isLinked = false

function readKept() {
  if (!isKept) return memory
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) isKept = false
    return memory
  }
}

function writeKept(slugs) {
  memory = slugs
  try {
    if (slugs.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(slugs))
  } catch {
    isKept = false
  }
}

/** Shows what is kept on the page that is shown. */
let showKept = () => {}

export function clearTicks() {
  writeKept([])
  forgetLink()
  showKept()
}

// Another tab has changed the ticks, or Back shows a page as it was kept. Those of a link stay as its address names them.
addEventListener('storage', ({ key }) => {
  if (!isLinked && (key === null || key === KEY)) showKept()
})
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && !isLinked) showKept()
})

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
    const link = form.querySelector('[data-ticked-link]')
    form.querySelector('[data-link-shown]')?.remove()
    if (link) {
      const href = withTicks(link.href, [...ticked].join(','))
      Object.assign(link, { hidden: ticked.size === 0, href, textContent: words.ticksLink })
    }
  }
  /** From now on, the page shows the reader's own ticks, and not those of a link. */
  const keep = (slugs) => {
    const wasLinked = isLinked
    writeKept(slugs)
    forgetLink()
    if (wasLinked) return showKept()
    sayKept()
    show()
  }
  const sayKept = () => {
    form.querySelector('[data-ticks-kept]').textContent = isKept ? words.ticksKept : words.ticksNotKept
  }
  showKept = () => {
    if (!form.isConnected) return
    const kept = new Set(readKept())
    for (const box of boxes) box.checked = kept.has(box.value)
    for (const box of boxes) if (box.checked) box.closest('details.group').open = true
    sayKept()
    show()
  }
  form.addEventListener('change', ({ target }) => {
    const changed = groups.find(({ whole }) => whole === target)?.own ?? [target]
    for (const box of changed) box.checked = target.checked
    const slugs = changed.map((box) => box.value)
    keep([...readKept().filter((slug) => !slugs.includes(slug)), ...(target.checked ? slugs : [])])
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.querySelector('button:not([type])').hidden = true
  form.querySelector('[data-untick]').addEventListener('click', () => {
    for (const box of boxes) box.checked = false
    const here = new Set(boxes.map((box) => box.value))
    keep(readKept().filter((slug) => !here.has(slug)))
    boxes[0]?.closest('form').querySelector('summary').focus()
  })
  form.querySelector('[data-ticked-link]')?.addEventListener('click', (event) => {
    event.preventDefault()
    copyLink(event.target, words)
  })
  // A link, or a form without scripts, has named some.
  isLinked = boxes.some((box) => box.checked)
  if (isLinked) show()
  else showKept()
}

/** The link is only copied: opened, it would put the ticks into an address, the history and a request. */
async function copyLink(link, words) {
  try {
    await navigator.clipboard.writeText(link.href)
    link.textContent = words.copied
  } catch {
    // Refused, or a page without HTTPS: the reader copies it.
    link.closest('form').querySelector('[data-link-shown]')?.remove()
    const field = Object.assign(document.createElement('input'), { type: 'text', readOnly: true, value: link.href })
    field.setAttribute('aria-label', words.ticksLink)
    field.dataset.linkShown = ''
    link.after(field)
    field.select()
  }
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

/** Takes the endorsers that a link named out of the address, the links and the forms of the page. */
function forgetLink() {
  isLinked = false
  for (const link of document.querySelectorAll('a[href*="endorsers="]:not([data-ticked-link])'))
    link.href = withTicks(link.href, '')
  for (const field of document.querySelectorAll('input[type="hidden"][name="endorsers"]')) field.value = ''
  const { state } = history
  const post = state?.post && { ...state.post, fields: { ...state.post.fields, endorsers: '' } }
  history.replaceState(post ? { ...state, post } : state, '', withTicks(location.href, ''))
}

/** @param slugs joined by commas */
function withTicks(href, slugs) {
  const url = new URL(href, location.href)
  url.searchParams.delete('categories')
  if (slugs === '') url.searchParams.delete('endorsers')
  else url.searchParams.set('endorsers', slugs)
  return url.href
}
