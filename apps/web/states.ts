// States of a page: it loads, takes long, has no network, or its service does not answer. `states.js` shows them in the browser.

import type { ApiError } from '../../data/schema/api-error.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import { type Html, html } from './html.ts'
import { fill } from './sentence.ts'

const WORDS = {
  en: {
    loading: 'Loading…',
    slow: 'This takes longer than usual. You can keep waiting.',
    offline: 'You are offline. Your text stays on this page.',
    offlineNow: 'You are offline, so nothing was sent. Your text stays on this page.',
    unreachable:
      'The service does not answer. It may be restarting, or the network is down. Your text stays on this page.',
    restarting: 'The service is not ready yet. It may be restarting. Your text stays on this page.',
    limited: 'There are too many requests right now. Your text stays on this page.',
    failed: 'Something failed in the service. Your text stays on this page.',
    old: 'This page is too old to send a form. Your text stays on this page: copy it, then reload.',
    wait: 'Try again in {seconds} s.',
    again: 'Try again',
  },
  es: {
    loading: 'Cargando…',
    slow: 'Tarda más de lo normal. Puede seguir esperando.',
    offline: 'No tiene conexión. Lo que escribió queda en esta página.',
    offlineNow: 'No tiene conexión, así que no se envió nada. Lo que escribió queda en esta página.',
    unreachable:
      'El servicio no responde. Quizá se esté reiniciando, o no haya red. Lo que escribió queda en esta página.',
    restarting: 'El servicio todavía no está listo. Quizá se esté reiniciando. Lo que escribió queda en esta página.',
    limited: 'Hay demasiadas solicitudes en este momento. Lo que escribió queda en esta página.',
    failed: 'Algo falló en el servicio. Lo que escribió queda en esta página.',
    old: 'Esta página es demasiado vieja para enviar un formulario. Lo que escribió queda en ella: cópielo y cargue la página otra vez.',
    wait: 'Pruebe otra vez en {seconds} s.',
    again: 'Probar otra vez',
  },
} as const

/** Where `states.js` says that a page loads, or that there is no network. */
export function statesBox(lang: Language): Html {
  return html`<div class="states no-print" role="status" data-states="${JSON.stringify(WORDS[lang])}"><p></p></div>`
}

// The page of an error, which every browser shows.

const FAULTS = {
  en: {
    limited: 'There are too many requests right now.',
    unready: 'The service cannot answer right now. It may be restarting.',
    failed: 'Something failed in the service.',
    refused: 'The request is not valid. Open the page again.',
    missing: 'There is no such page.',
  },
  es: {
    limited: 'Hay demasiadas solicitudes en este momento.',
    unready: 'El servicio no puede responder ahora. Quizá se esté reiniciando.',
    failed: 'Algo falló en el servicio.',
    refused: 'La solicitud no es válida. Abra la página otra vez.',
    missing: 'No existe esa página.',
  },
} as const

/** An error of this status in one or two sentences. @param headers names and values in turn */
export function sayFault(lang: Language, { status, headers }: Pick<ApiError, 'status' | 'headers'>): string {
  const words = FAULTS[lang]
  const kind =
    status === 429
      ? words.limited
      : status === 503
        ? words.unready
        : status >= 500
          ? words.failed
          : status === 404
            ? words.missing
            : words.refused
  const at = headers.indexOf('Retry-After')
  return at < 0 ? kind : `${kind} ${fill(WORDS[lang].wait, { seconds: headers[at + 1] ?? '' })}`
}
