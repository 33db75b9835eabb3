// A choice of one contest by id, key, label or candidate's name, or Yes and No.

import type { KnownChoice, KnownContest } from '../source.ts'
import { bareName, isSameName } from './bare-name.ts'
import type { FindLikely } from './likely.ts'
import { fitsParty } from './match-contest.ts'
import { addTo, cut, type Found, listLikely, plain } from './reference.ts'

export type FindChoice = (reference: string, party: string | null) => Found<KnownChoice>

const ANSWERS: ReadonlyMap<string, 'yes' | 'no'> = new Map([
  ['yes', 'yes'],
  ['si', 'yes'],
  ['no', 'no'],
])

/** @param party tells two choices of one name apart. */
export function openChoices({ contest_key, title, choices }: KnownContest, findLikely: FindLikely): FindChoice {
  const ways = [keysOf, namesOf].map((textsOf) => {
    const byText = new Map<string, KnownChoice[]>()
    for (const choice of choices) for (const text of textsOf(choice, contest_key)) addTo(byText, text, choice)
    return byText
  })
  const bare = choices.flatMap((choice) =>
    [choice.label, choice.candidate_name].flatMap((name) => (name === null ? [] : [{ choice, name: bareName(name) }])),
  )
  return (reference, party) => {
    const text = plain(reference)
    const exact = choices.find(({ choice_key }) => choice_key === reference)
    const named = exact ? [exact] : (ways.map((byText) => byText.get(text)).find((found) => found) ?? [])
    const said = bareName(reference)
    const alike = bare.filter(({ name }) => isSameName(name, said)).map(({ choice }) => choice)
    const all = named.length > 0 ? named : [...new Set(alike)]
    const fitting = all.length > 1 ? all.filter((choice) => fitsParty(choice.party, party)) : all
    const [choice] = fitting
    const problem = { field: 'choice', value: reference }
    if (choice && fitting.length === 1) {
      if (named.length > 0) return { found: choice }
      const message = `matched "${cut(choice.label, 100)}" but for honorific, nickname or suffix, as the only such choice of the contest`
      return { found: choice, mended: { ...problem, code: 'mended-name', message } }
    }
    const where = `"${cut(title, 100)}"`
    if (all.length > 1) {
      const message = `got a name that ${all.length} choices of ${where} have; add party, or write one's id${listLikely(all.slice(0, 3).map(describe))}`
      return { problem: { ...problem, code: 'ambiguous-choice', message } }
    }
    const likely = findLikely(reference, choices, (one) => [one.label])
    const shown = likely.length > 0 ? likely : choices.slice(0, choices.length <= 3 ? 3 : 0)
    const instead = choices.length === 0 ? '; no choice of it is known' : listLikely(shown.map(describe))
    const message = `got a choice that ${where} does not have; write its label as on the ballot, or its id${instead}`
    return { problem: { ...problem, code: 'unmatched-choice', message } }
  }
}

function keysOf({ id, choice_key }: KnownChoice, contest_key: string): string[] {
  return [String(id), plain(choice_key), plain(choice_key.slice(contest_key.length))]
}

function namesOf({ label, candidate_name, measure_answer }: KnownChoice): string[] {
  const answers = [...ANSWERS].filter(([, answer]) => answer === measure_answer).map(([word]) => word)
  return [plain(label), ...(candidate_name === null ? [] : [plain(candidate_name)]), ...answers]
}

function describe({ label, party, id }: KnownChoice): string {
  return `"${cut(label, 60)}" (${party === null ? '' : `${party}, `}id ${id})`
}
