// Fills the sentences of a dictionary, in every room and language.

import { type Html, html } from './html.ts'

/** Replaces `{name}` by the value of that name. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))
}

/** `1 contest`, `1,151 contests`. */
export function countOf(count: number, one: string, many: string): string {
  return count === 1 ? one : fill(many, { count: count.toLocaleString('en-US') })
}

/** As `fill`, with values that contain markup. */
export function fillHtml(sentence: string, values: Readonly<Record<string, Html | string | number>>): Html {
  return html`${sentence.split(/(\{\w+\})/).map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name === undefined ? part : (values[name] ?? '')
  })}`
}
