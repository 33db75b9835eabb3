// Optional script: every page works without it. It saves a draft while it is typed, so that a closed tab or a lost network loses nothing.

import { reach, startWaiting, submit, tellFault } from '../web/states.js'

const QUIET_MS = 1200
const RETRY_MS = 5000

const form = document.querySelector('[data-autosaves]')
if (form) follow(form, document.querySelector('[data-saved]'))

document.querySelector('.wrong :is(input, select, textarea)')?.focus()

function follow(form, told) {
  let timer
  let saving = null
  let isDirty = false
  // After a conflict: the text is kept on this page alone, until the editor saves it here.
  let isHereAlone = form.hasAttribute('data-unsaved')
  const field = (name) => form.elements.namedItem(name)
  const words = JSON.parse(form.dataset.words)

  const say = (text, tone = '') => {
    told.dataset.tone = tone
    told.textContent = text
  }

  const send = () => {
    const body = new URLSearchParams(new FormData(form))
    body.set('act', 'autosave')
    return fetch(form.getAttribute('action'), { method: 'POST', body, keepalive: body.toString().length < 60_000 })
  }

  /** After a new sign-in in another tab, the page has another token. */
  const renewToken = async () => {
    const page = await fetch(form.getAttribute('action'))
    if (page.redirected) return false
    const text = new DOMParser().parseFromString(await page.text(), 'text/html')
    const token = text.querySelector('[data-autosaves] [name="token"]')?.value
    if (token === undefined) return false
    const isNew = token !== field('token').value
    field('token').value = token
    return isNew
  }

  const attempt = async () => {
    isDirty = false
    let reply = await send()
    if ((reply.status === 403 || reply.redirected) && (await renewToken())) reply = await send()
    if (reply.redirected || reply.status === 403) {
      isDirty = true
      say(words.ended, 'bad')
      return false
    }
    const answer = await reply.json()
    if (answer.problem !== undefined) {
      isHereAlone = true
      say(answer.problem, 'bad')
      return false
    }
    isHereAlone = false
    field('draft').value = answer.draft
    say(words.saved.replace('{time}', answer.saved_at.slice(11, 19)))
    return true
  }

  const save = async () => {
    clearTimeout(timer)
    while (saving) await saving
    saving = attempt().catch(() => {
      isDirty = true
      say(words.lost, 'bad')
      timer = setTimeout(save, RETRY_MS)
      return false
    })
    const done = await saving
    saving = null
    return done
  }

  form.addEventListener('input', () => {
    isDirty = true
    say(words.unsaved)
    clearTimeout(timer)
    // The other window's text is replaced only by a press of the button.
    if (!isHereAlone) timer = setTimeout(save, QUIET_MS)
  })
  addEventListener('online', () => {
    if (isDirty && !isHereAlone) save()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && isDirty && !isHereAlone) save()
  })
  addEventListener('beforeunload', (event) => {
    if (isDirty || isHereAlone) event.preventDefault()
  })
  // Like other forms (states.js), after the draft that is on its way.
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { submitter } = event
    clearTimeout(timer)
    startWaiting()
    while (saving) await saving
    try {
      await reach()
    } catch (fault) {
      isDirty = true
      timer = setTimeout(save, RETRY_MS)
      return tellFault(fault, form, () => form.requestSubmit(submitter))
    }
    isDirty = false
    isHereAlone = false
    submit(form, submitter)
  })
}
