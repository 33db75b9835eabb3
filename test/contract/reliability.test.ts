import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { BENCHMARKS_PAGE, loadFigures, writeBenchmarksPage } from '../bench/page.ts'
import { PROMISES } from '../proof/promises.ts'
import { loadRecords } from '../proof/records.ts'
import { RELIABILITY_PAGE, writeReliabilityPage } from '../proof/reliability.ts'

const page = readFileSync(RELIABILITY_PAGE, 'utf8')

test('the page is that of the promises and of the last runs (`make docs` writes it)', () => {
  expect(page).toBe(writeReliabilityPage(loadRecords()))
})

test.each(PROMISES)(
  '$name is on the page, and its test exists and proves it',
  ({ name, promise, file, test: title }) => {
    expect(page).toContain(`| ${promise} |`)
    const text = readFileSync(projectFile(file), 'utf8')
    expect(text).toContain(`'${title}'`)
    expect(text).toContain(`proved('${name}'`)
  },
)

test('every promise that a test records is one of the list', () => {
  const files = readdirSync(projectFile('test'), { recursive: true, encoding: 'utf8' })
  const recorded = files
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('contract/'))
    .flatMap((file) => [...readFileSync(projectFile('test', file), 'utf8').matchAll(/\bproved\(\s*'(\w+)'/g)])
    .map(([, name]) => name)
  expect(recorded.sort()).toEqual(PROMISES.map(({ name }) => name).sort())
})

test('BENCHMARKS.md is that of the last figures (`make docs` writes it)', () => {
  expect(readFileSync(BENCHMARKS_PAGE, 'utf8')).toBe(writeBenchmarksPage(loadFigures()))
})
