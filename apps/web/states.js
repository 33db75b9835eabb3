// In the browser, on every page: says when a page takes long, when the network is lost, and when the service does not answer. A link is
// followed and a form is sent only while the service can be reached: the page and what is typed on it stay, also over a reload. Every page
// works without it.

/** Milliseconds before a page says that it waits: quick answers show nothing. */
const SHOW_AFTER_MS = 150
/** Milliseconds before it says that this takes long. */
const SLOW_AFTER_MS = 8_000
/** Milliseconds for which an answer of the service counts. */
const EARLY_FOR_MS = 2_000

/** A sentence of the page with its values. */
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
const box = () => document.querySelector('[data-states]')
const words = () => JSON.parse(box()?.dataset.states ?? '{}')

function element(name, text, ...children) {
  const made = document.createElement(name)
  made.textContent = text
  made.append(...children)
  return made
}

// Waiting.

let timers = []

/** The fault of an earlier attempt goes. @returns ends it, unless a newer one has begun */
export function startWaiting() {
  stopWaiting()
  clearFault()
  const show = (state, after) =>
    setTimeout(() => {
      const told = box()
      if (!told) return
      told.dataset.state = state
      told.querySelector('p').textContent = words()[state]
      document.querySelector('main')?.setAttribute('aria-busy', 'true')
    }, after)
  const own = [show('loading', SHOW_AFTER_MS), show('slow', SLOW_AFTER_MS)]
  timers = own
  return () => {
    if (timers === own) stopWaiting()
  }
}

function stopWaiting() {
  for (const timer of timers) clearTimeout(timer)
  timers = []
  document.querySelector('main')?.removeAttribute('aria-busy')
  const told = box()
  if (!told) return
  delete told.dataset.state
  told.querySelector('p').textContent = ''
  tellOffline()
}

/** While the browser has no network, each page says so. */
function tellOffline() {
  const told = box()
  if (!told || timers.length > 0) return
  if (navigator.onLine) {
    if (told.dataset.state !== 'offline') return
    delete told.dataset.state
    told.querySelector('p').textContent = ''
  } else {
    told.dataset.state = 'offline'
    told.querySelector('p').textContent = words().offline
  }
}

// Faults: each has a sentence and a way on.

/** Why there is no answer that a page can show: one of the words. */
export class NoAnswer extends Error {
  constructor(why, seconds = 0) {
    super(why)
    this.why = why
    this.seconds = seconds
  }
}

/** Sends a request. Throws NoAnswer if nothing can be shown of the answer: the page that asks then stays. */
export async function ask(path, options) {
  let reply
  try {
    reply = await fetch(path, options)
  } catch {
    throw new NoAnswer(navigator.onLine ? 'unreachable' : 'offlineNow')
  }
  const { status, headers } = reply
  const seconds = Number(headers.get('Retry-After')) || 0
  if (status === 429) throw new NoAnswer('limited', seconds)
  if (status === 403) throw new NoAnswer('old')
  if (status >= 500) throw new NoAnswer(status === 500 ? 'failed' : 'restarting', seconds)
  return reply
}

/** Whether the service answers now. Throws NoAnswer. */
export async function reach() {
  try {
    await ask('/healthz', { method: 'HEAD', cache: 'no-store' })
  } catch (fault) {
    // A proxy that keeps this path for itself has answered.
    if (fault.why !== 'old') throw fault
  }
}

/** Shows a fault beside what it is about, with a button to try again. Other errors are thrown on. @param near a form, or `main` */
export function tellFault(fault, near, again) {
  if (!(fault instanceof NoAnswer)) throw fault
  stopWaiting()
  clearFault()
  const { why, seconds } = fault
  const when = seconds > 0 ? ` ${fill(words().wait, { seconds })}` : ''
  const button = element('button', words().again)
  button.type = 'button'
  button.className = 'quiet'
  button.addEventListener('click', () => again())
  const told = element('div', '', element('p', `${words()[why]}${when}`), button)
  told.className = 'problems fault'
  told.dataset.fault = why
  told.setAttribute('role', 'alert')
  near.prepend(told)
  told.scrollIntoView({ block: 'nearest' })
}

function clearFault() {
  document.querySelector('[data-fault]')?.remove()
}

// Links and forms that lead to another page.

const isOurs = (url) => new URL(url, location.href).origin === location.origin

/** The link of a press that leaves the page. */
function findLink({ target, defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }) {
  const link = target.closest?.('a[href]')
  if (!link || defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  if (link.target || link.hasAttribute('download') || !isOurs(link.href)) return undefined
  const isWithin = link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  return isWithin ? undefined : link
}

/** Whether the service answers, asked when the mouse's button goes down: the click then waits less. */
let asked

function askEarly(event) {
  const link = event.pointerType === 'mouse' ? findLink(event) : undefined
  if (!link) return
  asked = { link, answer: reach(), until: performance.now() + EARLY_FOR_MS }
  asked.answer.catch(() => {})
}

function follow(event) {
  const link = findLink(event)
  if (!link) return
  // The browser would replace the page, and what is typed on it, with an error of its own.
  event.preventDefault()
  const early = asked?.link === link && performance.now() < asked.until ? asked.answer : undefined
  asked = undefined
  open(link.href, early)
}

/** The number of the newest press: the page of an older one does not open. */
let presses = 0

async function open(href, answer = reach()) {
  presses += 1
  const press = presses
  startWaiting()
  try {
    await answer
  } catch (fault) {
    if (press === presses) tellFault(fault, document.querySelector('main'), () => open(href))
    return
  }
  if (press !== presses) return
  location.assign(href)
}

/** Sends a form only while the service answers. */
function send(event) {
  const form = event.target
  if (event.defaultPrevented || form.target || !isOurs(form.getAttribute('action') ?? '')) return
  event.preventDefault()
  attempt(form, event.submitter)
}

async function attempt(form, submitter) {
  if (form.dataset.sending) return
  form.dataset.sending = 'true'
  startWaiting()
  try {
    await reach()
  } catch (fault) {
    delete form.dataset.sending
    return tellFault(fault, form, () => attempt(form, submitter))
  }
  submit(form, submitter)
}

/** With the name and value of the button, and the address that it names. */
export function submit(form, submitter) {
  const added = []
  if (submitter?.name) {
    const act = document.createElement('input')
    act.type = 'hidden'
    act.name = submitter.name
    act.value = submitter.value
    form.append(act)
    added.push(act)
  }
  const before = form.getAttribute('action')
  const other = submitter?.getAttribute('formaction')
  if (other) form.setAttribute('action', other)
  HTMLFormElement.prototype.submit.call(form)
  // The page may come back: Back and Forward keep it as it is.
  for (const one of added) one.remove()
  if (other && before !== null) form.setAttribute('action', before)
  delete form.dataset.sending
}

// A reload keeps what was typed. Chromium forgets it; Firefox does so for a page that no cache may keep. The tab keeps it until its next page.

const TYPED = 'hustings-typed'
const TYPED_KINDS = new Set(['date', 'email', 'number', 'search', 'tel', 'text', 'textarea', 'url'])
/** A form that saves itself is kept whole, so that it saves the same again. */
const SAVED_KINDS = new Set(['checkbox', 'radio', 'select-one'])

const typedFields = () =>
  [...document.querySelectorAll('form :is(input, textarea, select)[name]')].filter(
    ({ type, form, autocomplete }) =>
      (TYPED_KINDS.has(type) && autocomplete !== 'one-time-code') ||
      (SAVED_KINDS.has(type) && form.hasAttribute('data-autosaves')),
  )

const isTick = ({ type }) => type === 'checkbox' || type === 'radio'
const contentOf = (field) => (isTick(field) ? field.checked : field.value)
/** As the server sent them. */
const first = new Map()

/** No address stays in the browser: a field for a place keeps names and ZIP codes. */
const mayStay = ({ form, value }) => !form.hasAttribute('data-place') || !/\d/.test(value) || /^\d{5}$/.test(value)

function keepTyped() {
  const fields = typedFields().flatMap((field, at) => {
    const [content, before] = [contentOf(field), first.get(field) ?? field.defaultValue]
    return content !== before && mayStay(field) ? [{ at, name: field.name, content, before }] : []
  })
  if (fields.length === 0) sessionStorage.removeItem(TYPED)
  else sessionStorage.setItem(TYPED, JSON.stringify({ path: location.pathname + location.search, fields }))
}

/** A field that the server has changed meanwhile stays as it is. */
function restoreTyped() {
  const present = typedFields()
  for (const field of present) first.set(field, contentOf(field))
  const { path, fields } = JSON.parse(sessionStorage.getItem(TYPED) ?? '{}')
  sessionStorage.removeItem(TYPED)
  const isReload = performance.getEntriesByType('navigation')[0]?.type === 'reload'
  if (!isReload || path !== location.pathname + location.search) return
  for (const { at, name, content, before } of fields) {
    const field = present[at]
    if (field?.name !== name || contentOf(field) !== before) continue
    if (isTick(field)) field.checked = content
    else field.value = content
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

addEventListener('pagehide', keepTyped)
// After the scripts of the page, which follow what is typed.
document.addEventListener('DOMContentLoaded', restoreTyped)

document.addEventListener('pointerdown', askEarly)
document.addEventListener('click', follow)
document.addEventListener('submit', send)
addEventListener('online', tellOffline)
addEventListener('offline', tellOffline)
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return tellOffline()
  sessionStorage.removeItem(TYPED)
  stopWaiting()
  for (const form of document.forms) delete form.dataset.sending
})
tellOffline()
