// Texts that attack a program which builds SQL, paths, headers, pages or templates from them, and bodies that attack a JSON reader.

import { feedFilter } from '../../data/schema/subscription.ts'

/** A page or an error that contains one of these has not escaped it. */
export const MARKUP = /<script>alert\(1\)|<img src=x|<svg\/onload/i

// biome-ignore format: a kind a line
const TEXTS = [
  // SQL.
  "' OR '1'='1", "'; DROP TABLE contest; --", '" UNION SELECT sql FROM sqlite_master --', '1 OR 1=1',
  "NC' AND randomblob(1e9)--", "%' ESCAPE '",
  // Full-text search.
  '"', 'a* NEAR(b, 1e9)', 'title:x OR ^', '-', '*', '((((((((((',
  // Paths.
  '../../../../etc/passwd', '..\\..\\windows\\win.ini', '/etc/passwd', 'file:///etc/passwd', '....//....//etc/passwd',
  '.', '..',
  // Headers.
  'a\r\nX-Injected: 1', 'a\r\n\r\n<script>alert(1)</script>', '\n', '\0', 'a\0b',
  // Pages and templates.
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'-alert(1)-'", '<svg/onload=alert(1)>',
  'javascript:alert(1)', '//evil.example/',
  '{{7*7}}', '\u0024{7*7}', '<%= 7*7 %>', '#{7*7}', '$(id)', '`id`',
  // Formats, numbers and names.
  '%s%s%s%n', '%x%x%x', '__proto__', 'constructor', 'toString', 'NaN', '-0', '1e400', '9007199254740993', '0x10',
  'null', 'undefined', '[object Object]',
  // Unicode.
  '\u202eCN', 'ＮＣ', 'N\u0303C', '\ufeffNC', '\u{1f5f3}\ufe0f'.repeat(20), '\uffff', 'ﷺ'.repeat(30), 'İıſK',
  'a\u0301'.repeat(200),
  // Long.
  'a'.repeat(5000), ','.repeat(3000), 'NC,'.repeat(2000), '9'.repeat(400), '%'.repeat(500),
]

const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `NC,${text}`,
  (text) => encodeURIComponent(text).slice(0, 5000),
  (text) => `${text} ${text}`.slice(0, 5000),
]

/** The texts themselves, and those that many texts allow in other forms too. */
export function injections(count: number): string[] {
  const all = FORMS.flatMap((form) => TEXTS.map(form)).slice(0, Math.max(count, TEXTS.length))
  return Array.from({ length: count }, (_, nth) => all[Math.floor((nth * all.length) / count)] ?? '')
}

const LEVELS = 10_000
const deepList = '['.repeat(LEVELS) + ']'.repeat(LEVELS)
const deepObject = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`
// biome-ignore format: a kind a line
const WRONG = [
  'null', 'true', '0', '-1', '1e400', '""', '[]', '{}', '[[]]', '[null]', '[{}]', '["\\ud800"]', '[1e400]',
  '"\\u0000"', `"${'a'.repeat(60_000)}"`,
]

// biome-ignore format: a kind a line
const WHOLE = [
  deepList, deepObject, '['.repeat(60_000), '{"a":'.repeat(12_000),
  '"', '{', '{"name":"a"}}', '{"name":"a",}', '\ufeff{"name":"a"}', 'NaN', '', ' ',
  '{"__proto__":{"name":"a"}}', '{"__proto__":null,"name":"a"}', '{"name":"a","__proto__":{"isAdmin":true}}',
  '{"name":"a","filter":{"__proto__":{"states":["NC"]}}}', '{"name":"a","filter":{"constructor":["NC"]}}',
  '{"name":"a","constructor":{"prototype":{"isAdmin":true}}}',
  '{"name":"a","name":"b"}', '{"name":"a","filter":{"states":["NC"],"states":["VA"]}}',
]

/** Bodies for a subscription: JSON, or nearly. */
export function hostileBodies(): string[] {
  const fields = ['name', 'filter', 'states', '__proto__', 'constructor']
  const filters = Object.keys(feedFilter.shape)
  const list = (one: string, times: number): string => `[${Array.from({ length: times }, () => one).join(',')}]`
  return [
    ...WHOLE,
    ...[`{"name":${deepList}}`, `{"name":"a","filter":${deepObject}}`, `{"name":"a","x":${deepList}}`],
    ...[list('{}', 20_000), list('{"name":"a"}', 4000)],
    ...filters.flatMap((name) => [
      ...WRONG.map((value) => `{"name":"a","filter":{"${name}":${value}}}`),
      `{"name":"a","filter":{"${name}":${list('"NC"', 12_000)}}}`,
      `{"name":"a","filter":{"${name}":${deepList}}}`,
      ...TEXTS.slice(0, 50).map((text) => `{"name":"a","filter":{"${name}":[${JSON.stringify(text)}]}}`),
    ]),
    ...fields.flatMap((name) => WRONG.map((value) => `{"${name}":${value}}`)),
    ...TEXTS.map((text) => JSON.stringify({ name: text, [text]: 1 })),
    ...TEXTS.map((text) => JSON.stringify({ name: text })),
    `{${Array.from({ length: 5000 }, (_, nth) => `"k${nth}":1`).join(',')}}`,
  ]
}

/** Bodies for a form with a place. @param token of the page that has the form */
export function hostileForms(token: string): string[] {
  const form = (fields: Record<string, string>): string => new URLSearchParams({ token, ...fields }).toString()
  return [
    ...TEXTS.flatMap((place) => [
      form({ place }),
      form({ place, lang: place, snapshot: place }),
      form({ sealed: place }),
      form({ place: 'NC', endorsers: place, categories: place }),
    ]),
    ...[form({ place: deepList }), form({ place: deepObject }), `${form({ place: 'NC' })}&place=VA`],
    `${form({})}&__proto__=1&constructor=1&place[a]=b`,
    ...[`a=b&`.repeat(12_000), 'place=%', 'place=%FF'].map((rest) => `token=${token}&${rest}`),
    ...['token=', 'token=__proto__', 'place=NC', '', '&&&==='],
  ]
}
