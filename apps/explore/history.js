// In the browser: each view is an entry of the history. A place that has a URL is in it; another one is only in the entry, sealed by the server.

import { ask, NoAnswer, startWaiting, tellFault } from '../web/states.js'

/** Milliseconds after the last scroll before its position is kept. */
const KEEP_AFTER_MS = 150
const PLACE = 'hustings-place'

let start = () => {}
/** The number of the newest view: a slower one before it is not shown. */
let newest = 0

/** @param begin makes the elements of a new page work */
export function startHistory(begin) {
  start = begin
  history.scrollRestoration = 'manual'
  addEventListener('popstate', ({ state }) => again(state))
  let timer
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, KEEP_AFTER_MS)
  }
  addEventListener('scroll', soon, { passive: true })
  addEventListener('toggle', soon, { capture: true })
  addEventListener('pagehide', keep)
  start()
  if (history.state?.post) again(history.state)
  else restore(history.state)
  keepPlace()
}

/** Posts a form, shows the answer and makes an entry for it. Without an answer, the form says why, and keeps what was typed. */
export async function visit(action, fields, form, tryAgain) {
  keep()
  try {
    if (!(await load(action, { method: 'POST', body: fields }))) return
  } catch (fault) {
    return tellFault(fault, form, tryAgain)
  }
  const { url, post } = viewOf()
  const path = url ?? action
  // Only an answer about a place is a view.
  if (url ?? post) history.pushState(url ? {} : { post }, '', path)
  scrollTo(0, 0)
  const problem = document.querySelector('[aria-invalid="true"]')
  ;(problem ?? document.querySelector('main')).focus({ preventScroll: problem === null })
  keepPlace()
  start()
}

/** Shows an entry again. A typed place is posted as its seal. */
async function again(state) {
  const asked = state?.post && {
    method: 'POST',
    body: new URLSearchParams({ ...state.post.fields, token: document.querySelector('[name="token"]')?.value ?? '' }),
  }
  try {
    if (!(await load(state?.post?.action ?? location.href, asked))) return
    start()
    restore(state)
  } catch (fault) {
    tellFault(fault, document.querySelector('main'), () => again(history.state))
  }
}

/** Puts the page of the answer into the place of the present one. False if a newer one has been asked for. */
async function load(path, asked) {
  newest += 1
  const number = newest
  const stopWaiting = startWaiting()
  let page
  try {
    page = await readPage(path, asked)
  } catch (fault) {
    if (number === newest) throw fault
    return false
  } finally {
    stopWaiting()
  }
  if (number !== newest) return false
  document.title = page.title
  document.documentElement.lang = page.documentElement.lang
  document.body.replaceWith(page.body)
  return true
}

/** Throws NoAnswer for anything but a page of ours. */
async function readPage(path, asked) {
  const reply = await ask(path, asked)
  const text = await reply.text().catch(() => undefined)
  if (text === undefined) throw new NoAnswer('unreachable')
  if (!reply.headers.get('Content-Type')?.startsWith('text/html')) throw new NoAnswer('failed')
  return new DOMParser().parseFromString(text, 'text/html')
}

function viewOf() {
  const view = document.querySelector('[data-view]')?.dataset.view
  return view ? JSON.parse(view) : {}
}

// What an entry keeps: how far the page is scrolled, what is open and what is ticked.

const folds = () => [...document.querySelectorAll('main details')]

/** The first contest in sight: maps and fonts move what is below them, after the page is shown. */
function findAnchor() {
  const card = [...document.querySelectorAll('.contest')].find((one) => one.getBoundingClientRect().bottom > 0)
  return card && { id: card.id, top: card.getBoundingClientRect().top }
}

function keep() {
  const opened = folds().flatMap((one, at) => (one.open ? [at] : []))
  history.replaceState({ ...history.state, scroll: scrollY, anchor: findAnchor(), opened }, '')
}

function restore(state) {
  if (state?.scroll === undefined) return
  for (const [at, one] of folds().entries()) one.open = state.opened.includes(at)
  const card = state.scroll > 0 && state.anchor ? document.getElementById(state.anchor.id) : null
  if (card) scrollBy(0, card.getBoundingClientRect().top - state.anchor.top)
  else scrollTo(0, state.scroll)
}

// The field for a place shows on every page what was typed. The tab keeps it only as the server's seal.

function keepPlace() {
  const { sealed } = viewOf()
  if (sealed) sessionStorage.setItem(PLACE, sealed)
}

export async function fillPlace(form) {
  const input = form.querySelector('[name="place"]')
  const sealed = sessionStorage.getItem(PLACE)
  if (!sealed || input.value !== '' || form.dataset.view) return
  const body = new URLSearchParams({ sealed, token: form.querySelector('[name="token"]').value })
  const reply = await fetch('/explore/typed', { method: 'POST', body }).catch(() => undefined)
  const typed = reply?.ok ? (await reply.json()).data : ''
  if (input.value === '' && document.activeElement !== input) input.value = typed
}
