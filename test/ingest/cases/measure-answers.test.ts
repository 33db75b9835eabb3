// The answers of a measure, in the words of its feed.

import { expect, it } from 'vitest'
import { readAnswer } from '../../../ingest/ballot/feed/feed.ts'
import { cells } from '../../table.ts'
import { contest5, feed5, read, STATE_5 } from '../ballot/vip/read.ts'

function answerOf(label: string) {
  const codes: string[] = []
  const { answer } = readAnswer(
    { en: label, es: null },
    { file: 'f', line: 1 },
    { issue: ({ code }) => codes.push(code) },
  )
  expect(codes).toEqual(answer === null ? ['unknown-answer'] : [])
  return answer
}

it.each(
  cells(`
    Yes | YES | Sí | Si | For | In Favor of | Approve | Approved | Accept | (Yes) | For the bonds
    Yes, the law shall say no | Bonds Yes | BONDS YES | Bonds - Yes | Bonds – Yes | Bonds-Yes | Measure A: YES
    Levy / Yes | Lease of Land Yes | Tax Levy - For | Bonds (Yes) | Question No. 2 Yes | No. 2 - Yes
    Incorporation: In favor | Bonos Sí | Retain | Yes – Bonds
  `),
)('an answer %s says yes', (label) => expect(answerOf(label)).toBe('yes'))

it.each(
  cells(`
    No | NO | Against | Reject | Oppose | Not approved | Do not approve | Against the bonds | No, it shall not
    Bonds No | BONDS NO | Bonds - No | Measure A: NO | Levy - Against | Bonds (No) | Tax Rate Increase—No | Bonos No
    Annexation Rejected
  `),
)('an answer %s says no', (label) => expect(answerOf(label)).toBe('no'))

it.each([
  '',
  ...cells(`
    Maybe | Bonds | Option A | Norway | Forest | Yesterday | For Measure A: No | Eastern route | No. 2
  `),
])('an answer "%s" says neither, with an issue', (label) => expect(answerOf(label)).toBeNull())

const answers = (...labels: string[]) => {
  const selections = labels.map(
    (text, at) =>
      `<BallotMeasureSelection id="a${at}"><Selection><Text language="en">${text}</Text></Selection></BallotMeasureSelection>`,
  )
  const ids = `<BallotSelectionIds>${labels.map((_, at) => `a${at}`).join(' ')}</BallotSelectionIds>`
  return selections.join('') + STATE_5 + contest5(ids, 'Question 1', 'BallotMeasureContest')
}

it.each([
  ['Bonds Yes', 'Bonds No'],
  ['BONDS – YES', 'BONDS – NO'],
  ['Tax Levy For', 'Tax Levy Against'],
])('a measure whose answers are %s and %s keeps their labels', async (yes, no) => {
  const { choice, codes } = await read(feed5(answers(no, yes)))
  expect(codes).toEqual([])
  const said = choice.map(({ measure_answer, label }) => `${measure_answer} ${label.toUpperCase()}`)
  expect(said.sort()).toEqual([`no ${no.toUpperCase()}`, `yes ${yes.toUpperCase()}`])
})

it('a measure with two answers for it is left out', async () => {
  const { contest, codes } = await read(feed5(answers('Bonds Yes', 'Levy Yes')))
  expect(contest).toEqual([])
  expect(codes).toEqual(['unanswerable-measure Question 1'])
})
