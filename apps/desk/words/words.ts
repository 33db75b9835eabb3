// The dictionaries by language, and the problems and warnings of a position as sentences.

import type { DraftProblem, DraftProblems, DraftWarning } from '../../../data/desk/check.ts'
import type { Language } from '../../../data/schema/vocabulary.ts'
import type { Problems } from '../../web/form.ts'
import { fill } from '../../web/sentence.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export type Words = Readonly<Record<keyof typeof en, string>>

export const WORDS: Readonly<Record<Language, Words>> = { en, es }

/** `Statement in English for Ada Sample`. @param label of the choice; undefined: of all */
export function fieldName(
  words: Words,
  field: 'statement' | 'statement_es' | 'source_url' | 'published_on',
  label?: string,
): string {
  return label === undefined ? words[field] : fill(words.fieldFor, { field: words[field], label })
}

export function sayProblems(words: Words, problems: DraftProblems): Problems {
  return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, sayProblem(words, problem)]))
}

function sayProblem(words: Words, problem: DraftProblem): string {
  switch (problem.code) {
    case 'nothingChosen':
    case 'chosenTwice':
    case 'choiceGone':
    case 'rankedChoiceGone':
    case 'nothingRanked':
    case 'stanceUnknown':
    case 'stanceBesideChoice':
    case 'stanceStatement':
      return words[problem.code]
    case 'tooManyChosen': {
      const { chosen, allowed } = problem
      return fill(words.tooManyChosen, { chosen, allowed, excess: chosen - allowed })
    }
    case 'rankNotWhole':
      return fill(words.rankNotWhole, { label: problem.label })
    case 'rankTwice': {
      const { first, second, rank } = problem
      return fill(words.rankTwice, { first, second, rank })
    }
    case 'fieldExpected': {
      const { field, label } = problem
      return fill(words.fieldExpected, { field: fieldName(words, field, label), expected: words[`expected_${field}`] })
    }
    default:
      return problem satisfies never
  }
}

export function sayWarning(words: Words, warning: DraftWarning): string {
  switch (warning.code) {
    case 'noSource':
    case 'noEnglish':
    case 'noSpanish':
      return words[warning.code]
    case 'withdrawnChoice':
      return fill(words.withdrawnChoice, { label: warning.label })
    case 'electionOver':
    case 'dateAhead':
      return fill(words[warning.code], { date: warning.date })
    case 'fewerChosen':
      return fill(words.fewerChosen, { chosen: warning.chosen, allowed: warning.allowed })
    case 'rankGap':
      return fill(words.rankGap, { ranks: warning.ranks.join(', ') })
    case 'ranksBeyond':
      return fill(words.ranksBeyond, { ranked: warning.ranked, allowed: warning.allowed })
    default:
      return warning satisfies never
  }
}
