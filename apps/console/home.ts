// The home page of an account: its usage and keys, or a note that the account is pending.

import type { Plan } from '../../data/access/plan.ts'
import { DAY, MINUTE } from '../../data/schema/scalar.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import { KEY_USE_WRITE_MS, type Key } from '../../data/store/state/keys.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, type HtmlPart, html } from '../web/html.ts'
import { countOf, fill, fillHtml } from '../web/sentence.ts'
import { day, long, soft, table } from '../web/table.ts'
import { type KeyTyped, keyFields } from './key-form.ts'
import { type ConsoleMemberSession, type ConsolePage, type ConsoleView, showPage } from './page.ts'
import type { Words } from './words/words.ts'

const MINUTES_SHOWN = 60

export async function answerHome(session: ConsoleMemberSession): Promise<Reply> {
  return showPage(
    session,
    session.account.status === 'pending' ? waitingPage(session.view, session.account) : await loadHome(session),
  )
}

/** `typed` and `problems` come from a refused form. */
export async function loadHome(
  session: ConsoleMemberSession,
  typed?: KeyTyped,
  problems?: Problems,
): Promise<ConsolePage> {
  const { host, account, visitor } = session
  const keys = await host.state.keysOf(account.id)
  return homePage(session.view, { keys, usage: await loadUsage(session), token: visitor.token }, typed, problems)
}

async function loadUsage({ host, account, now }: ConsoleMemberSession): Promise<UsageView> {
  const plan = (await host.state.plans()).find((one) => one.name === account.plan)
  if (!plan) throw new Error('an account has a plan that does not exist')
  const last = Math.floor(now / MINUTE)
  const first = last - MINUTES_SHOWN + 1
  const day = Math.floor(now / DAY)
  const history = await host.usage.history(account.id, { minute: first, day })
  const requests = new Map(history.minutes.map((one) => [one.minute, one.requests]))
  return {
    plan,
    minutes: Array.from({ length: MINUTES_SHOWN }, (_, index) => requests.get(first + index) ?? 0),
    today: history.days.find((one) => one.day === day)?.requests ?? 0,
    at: new Date(now).toISOString(),
  }
}

// HTML of the page: the usage, the keys, and the form for a new key.

interface HomeView {
  keys: readonly Key[]
  usage: UsageView
  token: string
}

const REVOKED_SHOWN = 10
const NEW: KeyTyped = { label: '', scopes: ['data:read'], addresses: '', expires: '' }

export function homePage(
  { words, href }: ConsoleView,
  { keys, token, ...seen }: HomeView,
  typed: KeyTyped = NEW,
  problems: Problems = {},
): ConsolePage {
  const { at } = seen.usage
  const open = keys.length === 0 || Object.keys(problems).length > 0
  return {
    title: words.menuHome,
    here: '/console',
    main: html`${summary(problems, words)}
${usage(words, seen.usage, keys.length > 0)}
<section class="card" aria-labelledby="keys-title">
<h2 id="keys-title">${words.keys}</h2>
${
  keys.length === 0
    ? html`<p>${words.keysNone}</p>`
    : table({
        caption: words.keysCaption,
        captionUnseen: true,
        columns: [
          ...[words.label, words.key, words.scopes, words.addresses],
          ...[words.lastDay, words.lastUsed, words.keyState, words.change],
        ],
        rows: shownOf(keys).map((key) => toCells({ words, href }, key, at)),
      })
}
${keys.length > 0 && html`<p class="soft small">${fill(words.lastUsedLate, { seconds: KEY_USE_WRITE_MS / 1000 })}</p>`}
</section>
<details class="card"${open && html` open`}>
<summary><h2>${words.createKey}</h2></summary>
<form method="post" action="${href('/console/keys')}">
${hiddenToken(token)}
${keyFields(words, typed, at.slice(0, 10), problems)}
<button>${words.createTheKey}</button>
</form>
</details>`,
  }
}

/** Keys that are not revoked, then the latest revoked ones. */
function shownOf(keys: readonly Key[]): Key[] {
  const revoked = keys.filter((key) => key.revoked_at !== null).reverse()
  return [...keys.filter((key) => key.revoked_at === null), ...revoked.slice(0, REVOKED_SHOWN)]
}

function toCells({ words, href }: Pick<ConsoleView, 'words' | 'href'>, key: Key, now: string): HtmlPart[] {
  const { id, label, last_four, scopes, addresses, expires_at, last_used_on } = key
  const state = stateOf(key, now)
  return [
    long(label) ?? soft(words.none),
    maskedKey(last_four),
    scopes.map((scope) => html`<code class="tag">${scope}</code> `),
    addresses.length === 0 ? soft(words.anywhere) : addresses.map((range) => html`<code class="long">${range}</code> `),
    expires_at === null ? soft(words.none) : day(expires_at.slice(0, 10)),
    last_used_on === null ? soft(words.never) : day(last_used_on),
    html`<span class="state ${state}">${words[`state_${state}`]}</span>`,
    state === 'revoked'
      ? soft('–')
      : html`<a href="${href(`/console/keys/${id}`)}" aria-label="${fill(words.changeKey, { id })}">${words.change}</a>`,
  ]
}

export function maskedKey(lastFour: string): Html {
  return html`<code class="key">hst_live_…${lastFour}</code>`
}

function stateOf({ revoked_at, expires_at }: Key, now: string): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}

export function waitingPage({ words, href }: ConsoleView, { name, contact }: Account): ConsolePage {
  return {
    title: words.waiting,
    here: '/console',
    main: html`<div class="narrow">
<p>${fillHtml(words.waitingLead, { name: html`<b>${name}</b>` })} ${
      contact !== null && fillHtml(words.waitingContact, { contact: html`<b>${contact}</b>` })
    }</p>
<p>${words.waitingThen}</p>
<p><a class="button" href="${href('/console')}">${words.lookAgain}</a></p>
</div>`,
  }
}

interface UsageView {
  plan: Plan
  /** Requests by minute, oldest first; the last is the current one. */
  minutes: readonly number[]
  /** Requests of this UTC day. */
  today: number
  /** ISO 8601. */
  at: string
}

/**
 * The script replaces it with a newer one while the page is visible. Without a key there is nothing to measure against the limits: only pages
 * of the explorer count.
 */
function usage(words: Words, { plan, minutes, today, at }: UsageView, hasKey: boolean): Html {
  const cap = plan.requests_per_day
  const bold = (count: number): Html => html`<b>${group(count)}</b>`
  const shown = (count: number, most: number): Html =>
    fillHtml(words.usageOf, { count: bold(count), most: group(most) })
  const planCell = html`<div><dt>${words.plan}</dt><dd><b>${plan.name}</b> <span class="soft">${countOf(plan.streams, words.streamsOne, words.streamsMany)}</span></dd></div>`
  if (!hasKey)
    return html`<section class="card" id="usage" aria-labelledby="usage-title" data-refreshes>
<h2 id="usage-title">${words.usage}</h2>
<p>${words.usageNoKey}${today > 0 && html` ${countOf(today, words.usagePagesOne, words.usagePagesMany)}`}</p>
<dl class="figures">
<div><dt>${words.usageMostDay}</dt><dd>${cap === null ? words.usageAny : html`<b>${group(cap)}</b>`}</dd></div>
<div><dt>${words.usageMostMinute}</dt><dd><b>${group(plan.requests_per_minute)}</b></dd></div>
${planCell}
</dl>
</section>`
  return html`<section class="card" id="usage" aria-labelledby="usage-title" data-refreshes>
<h2 id="usage-title">${words.usage}</h2>
<dl class="figures">
<div><dt>${words.usageToday}</dt><dd>${cap === null ? fillHtml(words.usageNoCap, { today: bold(today) }) : shown(today, cap)}</dd>
${cap !== null && html`<dd><progress max="${cap}" value="${Math.min(today, cap)}">${fill(words.usageOf, { count: group(today), most: group(cap) })}</progress></dd>`}</div>
<div><dt>${words.usageMinute}</dt><dd>${shown(minutes.at(-1) ?? 0, plan.requests_per_minute)}</dd></div>
${planCell}
</dl>
<h3>${words.usageHour}</h3>
${chart(words, minutes, plan.requests_per_minute)}
<p class="soft small">${fill(words.usageAsOf, { time: at.slice(11, 16) })} ${
    isLimitDrawn(minutes, plan.requests_per_minute) && words.usageDashed
  }</p>
</section>`
}

// A bar chart of requests by minute. It uses only attributes and classes: the content security policy forbids inline styles.

const WIDTH = 600
const HEIGHT = 120
/** Share of each bar's space that is left free. */
const GAP = 0.25

/** @param counts by minute, oldest first; the last minute is the current one @param limit requests per minute */
export function chart(words: Words, counts: readonly number[], limit: number): Html {
  const minutes = counts.length
  const peak = Math.max(...counts)
  if (peak === 0) return html`<p class="soft">${fill(words.chartNone, { minutes })}</p>`
  const top = topOf(counts)
  const place = WIDTH / counts.length
  const bars = counts.map((count, index) => {
    const height = (count / top) * HEIGHT
    return (
      count > 0 &&
      html`<rect x="${round(index * place + (place * GAP) / 2)}" y="${round(HEIGHT - height)}" width="${round(place * (1 - GAP))}" height="${round(height)}"/>`
    )
  })
  const line = round(HEIGHT - (limit / top) * HEIGHT)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return html`<figure class="chart">
<p class="axis" aria-hidden="true"><span>${group(top)}</span></p>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${fill(words.chartText, { total: group(total), minutes, peak: group(peak) })}">
<line class="base" x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}"/>
${isLimitDrawn(counts, limit) && html`<line class="limit" x1="0" x2="${WIDTH}" y1="${line}" y2="${line}"/>`}
${bars}
</svg>
<p class="axis" aria-hidden="true"><span>${fill(words.chartAgo, { minutes: minutes - 1 })}</span><span>${Math.round((minutes - 1) / 2)}</span><span>${words.chartNow}</span></p>
</figure>`
}

/** True if the bars come near the limit. */
function isLimitDrawn(counts: readonly number[], limit: number): boolean {
  return limit <= topOf(counts)
}

/** Separates the digits into groups of three. */
export function group(n: number): string {
  return n.toLocaleString('en-US')
}

/** The next of 1, 2, 5, 10, 20, 50, … */
function ceilingOf(n: number): number {
  const power = 10 ** Math.floor(Math.log10(n))
  return ([1, 2, 5].find((step) => step * power >= n) ?? 10) * power
}

function topOf(counts: readonly number[]): number {
  return ceilingOf(Math.max(...counts, 1))
}

function round(n: number): number {
  return Math.round(n * 100) / 100
}
