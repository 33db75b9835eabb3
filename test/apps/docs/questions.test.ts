// Forty-five things that newcomers type into the search of the documents, each with the sections that answer it. The questions are in no
// document: change the documents or the search, never the questions.

import { expect, test } from 'vitest'
import { openApi } from '../../server/api.ts'
import { table, textsBeside } from '../../table.ts'

const QUESTIONS = table<[question: string, answers: string]>(textsBeside(import.meta.url)('questions'))

test('at least 28 of the first 30 questions and 42 of all 45 have their answer first', async () => {
  const { url, key } = await openApi()
  const wrong: string[] = []
  for (const [question, answers] of QUESTIONS) {
    const path = `/docs/search?q=${encodeURIComponent(question)}`
    const page = await (await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })).text()
    const found = [...page.matchAll(/<li><a href="([^"]+)">/g)]
      .map(([, link = '']) => link)
      .filter((link) => link.includes('#'))
    // `#` alone stands for any section of the page.
    const isAnswer = (link: string) =>
      answers.split(' ').some((one) => (one.endsWith('#') ? link.startsWith(one) : link === one))
    if (!isAnswer(found[0] ?? '')) wrong.push(`${question}: ${found.slice(0, 4).join(' ')}`)
  }
  const questions = QUESTIONS.map(([question]) => question)
  expect(questions).toHaveLength(45)
  const early = wrong.filter((line) => questions.slice(0, 30).some((question) => line.startsWith(`${question}: `)))
  expect(early.length, early.join('\n')).toBeLessThanOrEqual(2)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3)
})
