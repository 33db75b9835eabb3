// Turns the problems and warnings of a position into sentences.

import type { DraftProblem, DraftProblems, DraftWarning } from '../../../data/desk/check.ts'
import type { Problems } from '../../web/form.ts'
import { fill } from '../../web/sentence.ts'
import { fieldName, type Words } from './words.ts'

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
