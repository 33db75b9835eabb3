// In the browser, on every page: says when a page takes long, when the network is lost, and when the service does not answer. A form is sent
// only while the service can be reached, so that nothing that was typed is lost. Every page works without it.

/** Milliseconds before a page says that it waits: quick answers show nothing. */
const SHOW_AFTER_MS = 150
/** Milliseconds before it says that this takes long. */
const SLOW_AFTER_MS = 8_000

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
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

/** @returns ends it, unless a newer one has begun */
export function startWaiting() {
  stopWaiting()
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
export const reach = () => ask('/healthz', { method: 'HEAD', cache: 'no-store' })

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
  button.addEventListener('click', () => {
    clearFault()
    again()
  })
  const told = element('div', '', element('p', `${words()[why]}${when}`), button)
  told.className = 'problems fault'
  told.dataset.fault = why
  told.setAttribute('role', 'alert')
  near.prepend(told)
  told.scrollIntoView({ block: 'nearest' })
}

export function clearFault() {
  document.querySelector('[data-fault]')?.remove()
}

// Links and forms that lead to another page.

const isOurs = (url) => new URL(url, location.href).origin === location.origin

function follow(event) {
  const link = event.target.closest?.('a[href]')
  if (
    !link ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  if (link.target || link.hasAttribute('download') || !isOurs(link.href)) return
  if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return
  if (navigator.onLine) return startWaiting()
  // The browser would replace the page, and what is typed on it, with an error of its own.
  event.preventDefault()
  const main = document.querySelector('main')
  tellFault(new NoAnswer('offlineNow'), main, () => link.click())
}

/** Sends a form only while the service answers. */
function send(event) {
  const form = event.target
  if (event.defaultPrevented || form.target || !isOurs(form.getAttribute('action') ?? '')) return
  if (form.method === 'get' && navigator.onLine) return startWaiting()
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
  clearFault()
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

document.addEventListener('click', follow)
document.addEventListener('submit', send)
addEventListener('online', tellOffline)
addEventListener('offline', tellOffline)
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return tellOffline()
  stopWaiting()
  for (const form of document.forms) delete form.dataset.sending
})
tellOffline()
