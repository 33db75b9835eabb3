// In the browser: each part of a page is made to work, place names are suggested, and a posted place stays out of the history.

import { startChoices } from './choices.js'
import { startCompare } from './compare.js'
import { fillPlace, startHistory, visit } from './history.js'
import { startTicks } from './ticks.js'

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
      const told = document.createElement('p')
      told.textContent = button.dataset.failed
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

// Links.

/** Shares a link, or copies it. */
function startSharing(share) {
  share.addEventListener('click', async (event) => {
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
    const fold = target.closest('details') ?? target.querySelector(':scope > details')
    fold?.setAttribute('open', '')
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

const isWide = matchMedia('(min-width: 40.0625rem)')
const isRoomy = matchMedia('(min-width: 64rem)')

/** What is folded on a phone is open elsewhere, as the style sheet shows it; a map above a ballot only where both have room. */
function startFolds() {
  for (const fold of document.querySelectorAll('details.fold'))
    if ((fold.classList.contains('roomy') ? isRoomy : isWide).matches) fold.open = true
}

/** Contests in a fold are printed: the style sheet cannot open it in every browser. */
function openForPaper() {
  if (!CSS.supports('selector(::details-content)'))
    for (const fold of document.querySelectorAll('details.few:not(.unplaced)')) fold.open = true
}

/** A map in a closed fold waits until it is opened. */
function startMapOf(figure) {
  const begin = () => import(JSON.parse(figure.dataset.map).script).then(({ startMap }) => startMap(figure))
  const fold = figure.closest('details:not([open])')
  if (fold) fold.addEventListener('toggle', begin, { once: true })
  else begin()
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
  for (const link of document.querySelectorAll('[data-share]')) startSharing(link)
  for (const link of document.querySelectorAll('main a[href^="#"]')) jumpWithin(link)
  for (const form of document.querySelectorAll('form[data-place], form[data-choices], form.language')) sendQuietly(form)
  for (const table of document.querySelectorAll('table[data-sorts]')) startSorting(table)
  for (const section of document.querySelectorAll('[data-live]')) startLive(section)
  startFolds()
  for (const figure of document.querySelectorAll('[data-map]')) startMapOf(figure)
  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }
}

for (const query of [isWide, isRoomy]) query.addEventListener('change', startFolds)
addEventListener('beforeprint', openForPaper)
startHistory(start)
