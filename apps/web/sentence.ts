// Fills the sentences of a dictionary, in every app and language.

import type { FixTimes } from '../../data/schema/correction.ts'
import { type Html, html } from './html.ts'

/** Replaces `{name}` by the value of that name. In Spanish, `de` and `a` join the article of a value: `del condado de Wake`. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/(?<!\p{L})(de |a )?\{(\w+)\}/giu, (_, before: string | undefined, name: string) => {
    const value = String(values[name] ?? '')
    return before !== undefined && value.startsWith('el ')
      ? before.trimEnd() + value.slice(1)
      : `${before ?? ''}${value}`
  })
}

/** `1 contest`, `1,151 contests`. */
export function countOf(count: number, one: string, many: string): string {
  return count === 1 ? one : fill(many, { count: count.toLocaleString('en-US') })
}

/** Replaces `{name}` by the value of that name, which may contain markup. */
export function fillHtml(sentence: string, values: Readonly<Record<string, Html | string | number>>): Html {
  return html`${sentence.split(/(\{\w+\})/).map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name === undefined ? part : (values[name] ?? '')
  })}`
}

/** `45 min`, `7 h`, `3 d`: rounded, in the largest unit of which there are at least two. @param seconds not negative */
export function formatDuration(seconds: number): string {
  const minutes = seconds / 60
  if (minutes < 120) return `${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`
}

/** How long it took to fix what people reported; null if nothing is fixed, which says nothing of how many errors there are. */
export function sayFixTimes({ fixTimes }: { fixTimes: string }, { count, p50, p90 }: FixTimes): string | null {
  if (p50 === null || p90 === null) return null
  return fill(fixTimes, { fixed: count, median: formatDuration(p50), p90: formatDuration(p90) })
}
