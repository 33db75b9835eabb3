// Removes from a text what belongs to the operator alone: known values first, then everything of a private form.

import { existsSync, readFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { parse } from 'yaml'
import { environmentValue, ownVariables, type Paths, PROJECT_ROOT } from '../../../data/store/paths.ts'
import { openExisting } from '../../../data/store/state/open.ts'
import { isTold } from './settings.ts'

export type Redact = (text: string) => string

/** Without spaces, so that a URL with it inside is still one word. */
const LEFT_OUT = '[…]'
/** A shorter value is part of ordinary words. */
const SHORTEST = 4

const FORMS: readonly [RegExp, string][] = [
  [/hst_[A-Za-z0-9_]+/g, '[key]'],
  [/\bBearer\s+\S+/gi, '[token]'],
  [/(?<![^\s"'<>(),;:=])[^\s@"'<>(),;:=]{1,1000}@[^\s"'<>(),;]{1,1000}/g, '[e-mail]'],
  [/(\bhttps?:\/\/)(?:[^\s/@"'<>]{0,200}@)?([^\s/?#"'<>]{1,253})[^\s"'<>;]{0,2000}/g, '$1$2/…'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi, '[address]'],
]

/** @param others more values to remove @returns a function that removes private values of this folder and these settings from a text */
export async function createRedact(paths: Paths, others: readonly string[]): Promise<Redact> {
  const known = new Map<string, string>()
  const hide = (value: string, by = LEFT_OUT): void => {
    if (value.length >= SHORTEST) known.set(value, by)
  }
  for (const value of others) hide(value)
  for (const [name, value] of ownVariables()) if (!isTold(name, value)) hide(value)
  for (const value of await accountTexts(paths)) hide(value)
  for (const value of pepperTexts(paths)) hide(value)
  for (const value of sourceTexts(paths)) hide(value)
  hide(hostname(), '[host]')
  hide(homedir(), '~')
  hide(PROJECT_ROOT, '[program]')
  hide(paths.root, '[folder]')
  const longestFirst = [...known].sort(([a], [b]) => b.length - a.length)
  return (text) => {
    let kept = text
    for (const [value, by] of longestFirst) kept = kept.replaceAll(value, by)
    for (const [form, by] of FORMS) kept = kept.replace(form, by)
    return kept
  }
}

/** Keeps the small words of a sentence: names, numbers and everything quoted may be anything. */
export function maskWords(text: string): string {
  return text.replace(/\S+/g, (word) => (/^[a-z]{1,15}[.,;:]?$/.test(word) ? word : '…'))
}

/** A state that cannot be read has given nothing to the other entries either. */
async function accountTexts(paths: Paths): Promise<string[]> {
  const state = await openExisting(paths)
  if (!state) return []
  try {
    const [accounts, keys, pins] = [await state.accounts(), await state.keys(), await state.pins()]
    return [
      ...accounts.flatMap(({ name, contact }) => [name, contact ?? '']),
      ...keys.map(({ label }) => label ?? ''),
      ...pins.map(({ name }) => name ?? ''),
    ]
  } finally {
    await state.close()
  }
}

function pepperTexts({ pepper }: Paths): string[] {
  try {
    const bytes = readFileSync(pepper)
    return [
      pepper,
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('latin1'),
    ]
  } catch {
    return []
  }
}

/** Every text in sources.yaml, each of its words if it cannot be read, and the values of the variables that it names. */
function sourceTexts({ sourcesFile }: Paths): string[] {
  if (!existsSync(sourcesFile)) return []
  const text = readFileSync(sourcesFile, 'utf8')
  const found: string[] = text.split(/[\s"'[\]{},]+/)
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) collect(each)
  }
  try {
    collect(parse(text))
  } catch {
    // Its words are known.
  }
  const hosts = found.flatMap((value) => (URL.canParse(value) ? new URL(value).hostname : []))
  return [...found, ...hosts, ...found.flatMap((name) => environmentValue(name) ?? [])].filter(
    (value) => !SCHEMA_WORDS.has(value),
  )
}

/** Words of the file's own form, which other texts use too. */
const SCHEMA_WORDS = new Set(['true', 'false', 'null', 'json', 'https', 'http', 'general', 'primary', 'Next:', 'file'])
