// One look at a page: who looks, in which language, and how the page reads its data.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { DataAnswer, DataOperation, Host } from '../../server/host.ts'
import type { Exchange, Reply } from '../../server/http/exchange.ts'
import type { Asset } from '../web/assets.ts'
import type { Publishers } from '../web/ballot/source-names.ts'
import type { View } from '../web/ballot/view.ts'
import type { Form } from '../web/form.ts'
import type { Shell } from '../web/page.ts'
import type { Visitor } from '../web/session.ts'
import type { Seal } from './seal.ts'

export type ExplorerAssets = Shell &
  Readonly<Record<'look' | 'choicesLook' | 'script' | 'mapLook' | 'map' | 'mapLibrary' | 'mapWorker', Asset>> & {
    /** The operator's basemap as a file, and the library that reads it; null: none. */
    streets: Readonly<Record<'archive' | 'library', Asset>> | null
  }

export interface Look extends View {
  host: Host
  exchange: Exchange
  /** The path of the page. */
  path: string
  assets: ExplorerAssets
  seal: Seal
  visitor: Visitor
  /** Null for a visitor without an account. */
  account: Account | null
  /** Base URL of the service, such as https://example.org. */
  origin: string
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Empty if nothing was posted. */
  form: Form
  /** A sentence on why the page is not what its link names. */
  notice: string | null
  /** The answer of an operation of /v1, for the visitor. Undefined parameters are left out. Throws ApiError. */
  load<Id extends DataOperation>(
    id: Id,
    query: Readonly<Record<string, string | undefined>>,
    params?: Readonly<Record<string, string>>,
  ): Promise<DataAnswer<Id>>
}

export interface ExplorerRoute {
  method: 'GET' | 'POST'
  path: string
  /** True for a request of a page's script: it is counted apart from pages. */
  ofScript?: true
  /** True for a page that other sites may show in a frame. Browsers then send no session: it is open only if the explorer is public. */
  embeds?: true
  answer(look: Look): Promise<Reply>
}

/** The service's day, begun in every time zone of the states. YYYY-MM-DD */
export function todayOf({ host, exchange }: Pick<Look, 'host' | 'exchange'>): string {
  return host.settings.asOf ?? new Date(exchange.time - HOURS_BEHIND * 3_600_000).toISOString().slice(0, 10)
}

/** Of the latest time zone, American Samoa's, with one more. */
const HOURS_BEHIND = 12

/** @setting Days within which a page calls an election the next one: some 13 months. One that is further has others before it that we don't have. */
const NEXT_DAYS = 396

/** @param today YYYY-MM-DD */
export function isSoon(date: string, today: string): boolean {
  return Date.parse(date) - Date.parse(today) <= NEXT_DAYS * 86_400_000
}

/** Whether the version that a link names is no longer here, or never was. */
export function isSnapshotGone(fault: unknown): boolean {
  return fault instanceof ApiError && fault.message.startsWith('Parameter `snapshot`')
}

/** Whether a street address has an answer: from the bundle, or from the operator's geocoder. @param state postal code; default: any state */
export function answersAddresses({ host }: Pick<Look, 'host'>, state?: string): boolean {
  return host.settings.geocodes || host.data.hasAddresses(state)
}

export function publishersOf({ host }: Pick<Look, 'host'>): Publishers {
  const sources = host.data.sources()
  return new Map(
    sources.flatMap(({ publisher, published_on, files }) =>
      files.map(({ url }) => [url, { publisher, published_on }] as const),
    ),
  )
}

/** Of the languages that the explorer has, the one that the browser asks for first; English if it asks for neither. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const asked = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.map((one) => /^\s*q=(.*)$/.exec(one)?.[1]).find((one) => one !== undefined)
    return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
  })
  const [first] = asked
    .filter(({ language, quality }) => (language === 'en' || language === 'es') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return languageOf(first?.language, 'en')
}

/** @param otherwise if the text names no language */
export function languageOf(text: string | null | undefined, otherwise: Language): Language {
  return text === 'es' || text === 'en' ? text : otherwise
}
