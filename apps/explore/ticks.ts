// The panel of endorsers to tick, by category.

import { compareText } from '../../data/schema/folded-name.ts'
import { ADVICE_WORDS } from '../web/ballot/advice.ts'
import type { CardContest } from '../web/ballot/card-contest.ts'
import type { View } from '../web/ballot/view.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { countOf, fill } from '../web/sentence.ts'

interface Ticked {
  /** Slugs. */
  endorsers: ReadonlySet<string>
  token: string
  /** Where the form asks again, without a script. */
  action: string
  fields: Readonly<Record<string, string>>
  /** Default: post. */
  method?: 'get'
  /** Whether the list opens on demand: of one contest, the card names the same endorsers. */
  folds?: boolean
  /** Whether the address of the page names the ticked ones. */
  isInAddress: boolean
  /** Path and query of the page without ticks; null if the page has no link. */
  link: string | null
}

interface Listed {
  slug: string
  name: string
  contests: number
}

/** Endorsers with a position on one of the contests, by category. */
export function groupEndorsers(
  contests: readonly CardContest[],
): { slug: string; name: string; endorsers: Listed[] }[] {
  const groups = new Map<string, { slug: string; name: string; endorsers: Map<string, Listed> }>()
  for (const { endorsements } of contests)
    for (const { endorser } of endorsements) {
      const { slug, name } = endorser.category
      const group = groups.get(slug) ?? { slug, name, endorsers: new Map() }
      const known = group.endorsers.get(endorser.slug)
      group.endorsers.set(endorser.slug, {
        slug: endorser.slug,
        name: endorser.name,
        contests: (known?.contests ?? 0) + 1,
      })
      groups.set(slug, group)
    }
  return [...groups.values()]
    .map((group) => ({
      ...group,
      endorsers: [...group.endorsers.values()].sort((a, b) => compareText(a.name, b.name)),
    }))
    .sort((a, b) => compareText(a.name, b.name))
}

/** The words that the browser's script needs. */
const SCRIPT_WORDS = [
  ...ADVICE_WORDS,
  ...(['noneTicked', 'ticked', 'tickedSome', 'contestsOne', 'contestsMany'] as const),
  ...(['ticksKept', 'ticksNotKept', 'ticksLink', 'copied'] as const),
] as const

/** Null if nobody takes a position on one of the contests. */
export function tickPanel(view: View, contests: readonly CardContest[], ticked: Ticked): Html | null {
  const { words, lang, named } = view
  const groups = groupEndorsers(contests)
  if (groups.length === 0) return null
  const names = groups
    .flatMap(({ endorsers }) => endorsers)
    .filter(({ slug }) => ticked.endorsers.has(slug))
    .map(({ name }) => name)
  const told = Object.fromEntries(SCRIPT_WORDS.map((name) => [name, words[name]]))
  const list = html`${groups.map(
    ({
      slug,
      name,
      endorsers,
    }) => html`<details class="group"${(groups.length < 4 || endorsers.some((one) => ticked.endorsers.has(one.slug))) && html` open`}><summary>${name} <span class="soft small">${endorsers.length}</span></summary>
<fieldset><legend class="unseen">${name}</legend>
${
  endorsers.length > 1 &&
  html`<label class="check whole"><input type="checkbox" name="categories" value="${slug}"${endorsers.every((one) => ticked.endorsers.has(one.slug)) && html` checked`}><span>${name}: ${countOf(endorsers.length, words.endorsersOne, words.endorsersMany)}</span></label>`
}
${endorsers.map(
  (
    one,
  ) => html`<label class="check"><input type="checkbox" name="endorsers" value="${one.slug}"${ticked.endorsers.has(one.slug) && html` checked`}><span>${one.name}${contests.length > 1 && html` <span class="soft small">${countOf(one.contests, words.contestsOne, words.contestsMany)}</span>`}</span></label>
`,
)}</fieldset></details>
`,
  )}<p class="row"><button>${words.recommend}</button><button type="button" class="quiet" data-untick hidden>${words.untick}</button>${ticked.link !== null && html`<a class="button quiet" href="${withEndorsers(ticked.link, ticked.endorsers)}" data-ticked-link${ticked.endorsers.size === 0 && html` hidden`}>${words.ticksLink}</a>`}</p>`
  const inner = html`<p class="small soft">${words.whoHint} ${whereTicksAre(view, ticked)}</p>
${list}
<p role="status" class="small" data-status></p>`
  const heading = html`<h2 id="ticks-title">${words.whoToTrust}</h2>`
  return html`<form class="ticks" id="ticks" method="${ticked.method ?? 'post'}" action="${ticked.action}" data-words="${JSON.stringify(told)}" aria-labelledby="ticks-title" autocomplete="off">
${ticked.method !== 'get' && hiddenToken(ticked.token)}<input type="hidden" name="lang" value="${lang}">${named !== undefined && html`<input type="hidden" name="snapshot" value="${named}">`}
${Object.entries(ticked.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${ticked.folds ? html`<details><summary>${heading}</summary>${inner}</details>` : html`${heading}${inner}`}
</form><p class="paper" data-followed>${names.length > 0 && fill(words.ticked, { names: names.join(', ') })}</p>`
}

/** Where the ticks are kept or sent. The script keeps them in the browser, and says so. */
function whereTicksAre({ words }: View, { method, isInAddress }: Ticked): Html {
  const sent = method === 'get' ? words.ticksToAddress : words.ticksSent
  return html`<span data-ticks-kept>${isInAddress ? words.ticksInAddress : html`<noscript>${sent}</noscript>`}</span>`
}

function withEndorsers(link: string, ticked: ReadonlySet<string>): string {
  return `${link}${link.includes('?') ? '&' : '?'}${new URLSearchParams({ endorsers: [...ticked].join(',') })}`
}

/** Ticked endorsers of a form or a link: named ones, and those of ticked categories who took a position here. */
export function readTicked(
  contests: readonly CardContest[],
  endorsers: readonly string[],
  categories: readonly string[],
): Set<string> {
  const groups = groupEndorsers(contests)
  const here = new Set(groups.flatMap((group) => group.endorsers.map(({ slug }) => slug)))
  const whole = groups.filter(({ slug }) => categories.includes(slug)).flatMap((group) => group.endorsers)
  return new Set([...endorsers.filter((slug) => here.has(slug)), ...whole.map(({ slug }) => slug)])
}
