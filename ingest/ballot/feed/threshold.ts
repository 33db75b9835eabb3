// What a measure needs to pass, as a feed words it.

import type { ContestDetails } from '../../../data/schema/contest.ts'

const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 }
const PARTS: Readonly<Record<string, number>> = { third: 3, fourth: 4, quarter: 4, fifth: 5, seventh: 7 }
const IN_WORDS = new RegExp(`\\b(${Object.keys(NUMBERS).join('|')})[- ](${Object.keys(PARTS).join('|')})s?\\b`, 'g')

/** `66 2/3 %`, `50% + 1`, `60% majority`. */
const PERCENT = /(?<!\d)(\d+(?:\.\d+)?)(?: (\d+) ?\/ ?(\d+))? ?%( ?(?:\+|plus) ?(?:1|one)\b)?(?:[- ]majority\b)?/g
/** `3/5 majority`. */
const FRACTION = /(?<!\d)(\d+) ?\/ ?(\d+)(?:[- ]majority\b)?/g
const MAJORITY = /(?<!super[- ]?)\bmajority\b|\bhalf\b/

/** Undefined for words that name no share, or several. */
export function readThreshold(text: string): Pick<ContestDetails, 'vote_required' | 'majority_required'> | undefined {
  const shares = new Set<string | undefined>()
  const rest = text
    .toLowerCase()
    .replace(/ ?\bper ?cent\b/g, '%')
    .replace(IN_WORDS, (_, number: string, part: string) => `${NUMBERS[number]}/${PARTS[part]}`)
    .replace(PERCENT, (_, whole: string, above = '0', below = '1', plusOne = '') => {
      shares.add(percentage(Number(whole) + Number(above) / Number(below), plusOne !== ''))
      return ''
    })
    .replace(FRACTION, (_, above: string, below: string) => {
      shares.add(fraction(Number(above), Number(below)))
      return ''
    })
  if (MAJORITY.test(rest)) shares.add(HALF)
  const [share, another] = shares
  if (share === undefined || shares.size > 1 || another !== undefined) return undefined
  return share === HALF ? { majority_required: true } : { vote_required: share }
}
const HALF = '1/2'

/** One vote more is what a majority of half the votes means, and of no other share. */
function percentage(share: number, plusOne: boolean): string | undefined {
  if (share === 50) return HALF
  if (plusOne || !(share > 0 && share <= 100)) return undefined
  // 66.6 to 66.7 are written for two thirds.
  return Math.abs(share - 200 / 3) < 0.07 ? '2/3' : `${share}%`
}

function fraction(above: number, below: number): string | undefined {
  return above > 0 && above < below ? `${above}/${below}` : undefined
}
