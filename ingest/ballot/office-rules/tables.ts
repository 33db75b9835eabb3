// The tables of this folder: patterns with what they say, ways to write a text, and lists of words.

import { z } from 'zod'
import { groupBy } from '../../../data/core/group-by.ts'
import { readOwnTable } from '../../read/csv.ts'

/** An empty pattern would match every text. */
const ruleRow = z.object({ pattern: z.string().min(1) }).catchall(z.string())

export interface Rule {
  pattern: RegExp
  cells: Readonly<Record<string, string>>
}

/** The rows of a table of this folder, each with its pattern, in the order in which they are tried; `times` is `all` for every match. */
export function loadRules(name: string): Rule[] {
  const rows = readOwnTable(ruleRow, 'ingest', 'ballot', 'office-rules', name)
  return rows.map(({ pattern, ...cells }) => ({
    pattern: new RegExp(pattern, cells.times === 'all' ? 'g' : ''),
    cells,
  }))
}

const SPELLINGS = groupBy(loadRules('spellings.csv'), ({ cells }) => cells.step)

/** Writes a text by the rows of one step of spellings.csv, one after another. */
export function respell(step: string): (text: string) => string {
  const rows = SPELLINGS.get(step)
  if (!rows) throw new RangeError(`spellings.csv has no step ${step}`)
  return (text) => rows.reduce((done, { pattern, cells }) => done.replace(pattern, cells.written ?? ''), text)
}

const wordRow = z.object({ list: z.string().min(1), word: z.string().min(1), meaning: z.string() })
const WORDS = groupBy(readOwnTable(wordRow, 'ingest', 'ballot', 'office-rules', 'words.csv'), ({ list }) => list)

/** The words of a list of words.csv, each with its meaning; '' for a word that is only of the list. */
export function wordsOf(list: string): ReadonlyMap<string, string> {
  const rows = WORDS.get(list)
  if (!rows) throw new RangeError(`words.csv has no list ${list}`)
  return new Map(rows.map(({ word, meaning }) => [word, meaning]))
}

/** Matches any entry of a list, each a pattern; of several, the first. In `form`, `{}` stands for them. */
export function patternOf(list: string, form = '\\b(?:{})\\b', flags = ''): RegExp {
  return new RegExp(
    form.replace('{}', () => [...wordsOf(list).keys()].join('|')),
    flags,
  )
}
