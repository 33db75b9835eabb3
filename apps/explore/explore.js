// In the browser: ticks change the recommendations at once, place names are suggested, and a posted place stays out of the history.

import { advise } from './advice.js'
import { startChoices } from './choices.js'
import { startCompare } from './compare.js'
import { fillPlace, keepTicks, startHistory, visit, withTicks } from './history.js'

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')

function element(name, text, ...children) {
  const made = document.createElement(name)
  if (text !== '') made.textContent = text
  made.append(...children)
  return made
}

// Recommendations.

function startTicks(form) {
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

// Places.

const SUGGEST_AFTER_MS = 150

function startPlace(form) {
  const input = form.querySelector('input[name="place"]')
  const list = document.createElement('datalist')
  list.id = 'place-names'
  input.after(list)
  input.setAttribute('list', list.id)
  let timer
  let asked = 0
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const number = ++asked
      // An address begins with its number: no place name does, and no part of it needs to be sent. A ZIP code is short.
      const text = input.value.trim()
      if (text.length < 2 || /^\d+\D/.test(text)) return list.replaceChildren()
      const names = await suggest(form, text)
      if (number !== asked) return
      list.replaceChildren(
        ...names.map((name) => {
          const option = document.createElement('option')
          option.value = name
          return option
        }),
      )
    }, SUGGEST_AFTER_MS)
  })
}

async function suggest(form, place) {
  const body = new URLSearchParams({ place, token: form.querySelector('[name="token"]').value })
  const reply = await fetch('/explore/suggest', { method: 'POST', body }).catch(() => undefined)
  return reply?.ok ? (await reply.json()).data : []
}

// A form with a place is sent without a navigation: the browser then keeps no copy of the place with its history.

function sendQuietly(form) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { submitter } = event
    const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action')
    const fields = new URLSearchParams(new FormData(form))
    if (submitter?.name) fields.append(submitter.name, submitter.value)
    submitter?.setAttribute('aria-disabled', 'true')
    await visit(action, fields, form, () => form.requestSubmit(submitter))
    submitter?.removeAttribute('aria-disabled')
  })
}

/** Posts the position of the device as a place. */
function startLocating(form) {
  const button = form.querySelector('[data-locate]')
  if (!button || !isSecureContext || !navigator.geolocation) return
  button.hidden = false
  button.addEventListener('click', () => {
    button.setAttribute('aria-disabled', 'true')
    const fail = () => {
      button.removeAttribute('aria-disabled')
      const told = element('p', button.dataset.failed)
      told.className = 'problem'
      told.setAttribute('role', 'alert')
      form.querySelector('.problem')?.remove()
      form.append(told)
    }
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const fields = new URLSearchParams(new FormData(form))
      fields.set('place', `${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`)
      fields.set('located', '1')
      const locate = () => visit(form.getAttribute('action'), fields, form, locate)
      locate().finally(() => button.removeAttribute('aria-disabled'))
    }, fail)
  })
}

// The bar of a ballot.

function startBar(bar) {
  const share = bar.querySelector('[data-share]')
  share?.addEventListener('click', async (event) => {
    const { title } = document
    const url = share.href
    event.preventDefault()
    try {
      if (navigator.share) return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      share.textContent = share.dataset.copied
    } catch (fault) {
      if (fault.name !== 'AbortError') location.assign(url)
    }
  })
}

/** A link within the page makes no entry of the history, which would have no ballot. */
function jumpWithin(link) {
  link.addEventListener('click', (event) => {
    const target = document.getElementById(link.hash.slice(1))
    if (!target) return
    event.preventDefault()
    target.closest('details')?.setAttribute('open', '')
    target.scrollIntoView()
    target.setAttribute('tabindex', '-1')
    target.focus({ preventScroll: true })
  })
}

// Tables.

/** Sorts a table by the column of a pressed button. */
function startSorting(table) {
  const body = table.tBodies[0]
  for (const [index, head] of [...table.tHead.rows[0].cells].entries()) {
    const button = head.querySelector('button')
    if (!button) continue
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending'
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort')
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending')
      const value = (row) => row.cells[index].dataset.value ?? row.cells[index].textContent.trim()
      const order = (a, b) => value(a).localeCompare(value(b), undefined, { numeric: true })
      body.append(...[...body.rows].sort((a, b) => (down ? order(b, a) : order(a, b))))
    })
  }
}

// The latest changes of an election, and its counts.

/** Asks for the page again from time to time, and takes what has changed in it. */
function startLive(section) {
  const renew = async () => {
    if (!section.isConnected) {
      clearInterval(timer)
      return document.removeEventListener('visibilitychange', renew)
    }
    if (document.hidden) return
    const reply = await fetch(location.href).catch(() => undefined)
    if (!reply?.ok) return
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    for (const old of document.querySelectorAll('[data-renewed]')) {
      const renewed = page.querySelector(`[data-renewed="${old.dataset.renewed}"]`)
      if (renewed && renewed.textContent !== old.textContent) old.replaceChildren(...renewed.childNodes)
    }
  }
  const timer = setInterval(renew, Number(section.dataset.live) * 1000)
  // A page that comes back to the front is up to date at once.
  document.addEventListener('visibilitychange', renew)
}

function start() {
  startChoices(document.querySelector('[data-my-panel]'))
  const ticks = document.querySelector('#ticks')
  if (ticks) startTicks(ticks)
  for (const form of document.querySelectorAll('form[data-place]')) {
    startPlace(form)
    startLocating(form)
    fillPlace(form)
  }
  for (const panel of document.querySelectorAll('[data-compare]')) startCompare(panel, jumpWithin)
  for (const bar of document.querySelectorAll('[data-bar]')) startBar(bar)
  for (const link of document.querySelectorAll('main a[href^="#"]')) jumpWithin(link)
  for (const form of document.querySelectorAll('form[data-place], form[data-choices], form.language')) sendQuietly(form)
  for (const table of document.querySelectorAll('table[data-sorts]')) startSorting(table)
  for (const section of document.querySelectorAll('[data-live]')) startLive(section)
  for (const figure of document.querySelectorAll('[data-map]'))
    import(JSON.parse(figure.dataset.map).script).then(({ startMap }) => startMap(figure))
  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }
}

startHistory(start)
