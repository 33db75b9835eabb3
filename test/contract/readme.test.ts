// Checks every statement that only README makes; docs.test.ts checks those that it shares with the guides.

import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { runCommand } from '../cli/hustings.ts'
import { copySample } from '../cli/sample.ts'
import { serveFolder } from '../cli/served-folder.ts'
import { shareFolder } from '../temporary.ts'

const readme = readFileSync(projectFile('README.md'), 'utf8')
const SAMPLE_DAY = '2026-11-21'

const folder = shareFolder()
beforeAll(() => copySample(folder))

/** Cuts an answer short where the shown one is short: the first items of a list, and those fields that it has, in the order of the answer. */
function cutLike(shown: unknown, answer: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(answer)) return shown.map((item, index) => cutLike(item, answer[index]))
  if (typeof shown !== 'object' || shown === null || typeof answer !== 'object' || answer === null) return answer
  const fields = new Map(Object.entries(shown))
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) =>
      fields.has(name) ? [[name, cutLike(fields.get(name), value)]] : [],
    ),
  )
}

it('shows a first request and the beginning of its answer', async () => {
  const [, path = ''] = /"\$HUSTINGS_URL(\/v1\/ballot[^"]*)"/.exec(readme) ?? []
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? []
  const { url, key, stop } = await serveFolder(folder, { sample: true, asOf: SAMPLE_DAY })
  const answer = await (await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })).json()
  await stop()
  const shown: unknown = JSON.parse(json)
  expect(JSON.stringify(shown)).toBe(JSON.stringify(cutLike(shown, answer)))
})

it('shows the command for the same ballot in a terminal', async () => {
  const [, words = ''] = /`npx hustings (ballot [^`]*)`/.exec(readme) ?? []
  const { code, stdout } = await runCommand(folder, ...words.split(' '), '--as-of', SAMPLE_DAY)
  expect(code).toBe(0)
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? []
  const [contest] = JSON.parse(json).data.contests
  expect(stdout).toContain(`${contest.title} · ${contest.match}`)
  for (const { label } of contest.choices) expect(stdout).toContain(label.split(' ')[0])
  for (const { endorser } of contest.endorsements) expect(stdout).toContain(endorser.name)
})
