// One look at a page: who looks, in which language, and how the page reads its data.

import type { FixTimes } from '../../data/schema/correction.ts'
import type { Event } from '../../data/schema/event.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { AccountGrant, Door } from '../../server/http/admit.ts'
import type { Exchange, Reply } from '../../server/http/exchange.ts'
import type { Log } from '../../server/http/log.ts'
import type { RequestTexts, Route } from '../../server/route/route.ts'
import type { Asset } from '../web/assets.ts'
import type { Form } from '../web/form.ts'
import type { ShellAssets } from '../web/page.ts'
import type { Visitor } from '../web/session.ts'
import type { Seal } from './seal.ts'
import type { View } from './view.ts'

/** The JSON of a route of /v1, for a caller who has been admitted and counted. */
export type ReadAnswer = (
  route: Route,
  exchange: Exchange,
  asked: { texts: RequestTexts; grant: AccountGrant },
) => Promise<Buffer>

/** The parts of the running server that the explorer needs. */
export interface ExplorerServer extends Door {
  state: ServiceStore
  hmac(text: string): string
  log: Log
  bundles: { lease(): { bundle: Bundle; release(): void } | undefined }
  /** Null if no address may leave this machine. */
  geocoder: object | null
  /** Whether people without an account may look. */
  publicExplorer: boolean
}

export type ExplorerAssets = ShellAssets & Readonly<Record<'look' | 'script' | 'zoom' | 'zoomLibrary', Asset>>

export interface Look extends View {
  exchange: Exchange
  assets: ExplorerAssets
  seal: Seal
  visitor: Visitor
  /** Null for a visitor without an account. */
  account: Account | null
  /** Whether people without an account may look. */
  isPublic: boolean
  /** Whether an address that the data lacks is sent to a geocoder. */
  geocodes: boolean
  /** Base URL of the service, such as https://example.org. */
  origin: string
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Empty if nothing was posted. */
  form: Form
  /** `data` of the answer, and the cursor of its next page. Undefined parameters are left out. Throws ApiError. */
  load<Data>(
    route: Route,
    query: Readonly<Record<string, string | undefined>>,
    params?: Readonly<Record<string, string>>,
  ): Promise<{ data: Data; next_cursor: string | null }>
  /** The latest changes of an election in the feed, newest first. */
  changesOf(election_slug: string): Promise<Event[]>
  /** Of the corrections. */
  loadFixTimes(): Promise<FixTimes>
  /** Reads the current bundle at once; undefined if there is none. */
  inBundle<Result>(use: (bundle: Bundle) => Result): Result | undefined
}

export interface ExplorerRoute {
  method: 'GET' | 'POST'
  path: string
  /** True for a page that other sites may show in a frame. Browsers then send no session: it is open only if the explorer is public. */
  embeds?: true
  answer(look: Look): Promise<Reply>
}

export function languageOf(text: string | null): Language {
  return text === 'es' ? 'es' : 'en'
}
