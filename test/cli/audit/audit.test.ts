// `hustings audit` as a command: over HTTP, with a server of its own or another one; and what is kept of the audit of a publication.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { diagnose } from '../../../cli/operate/doctor/diagnosis.ts'
import { loadFacts, loadGaps } from '../../../cli/publish/audit/facts.ts'
import { runAudit } from '../../../cli/publish/audit/question.ts'
import { QUESTIONS } from '../../../cli/publish/audit/questions.ts'
import { formatAudited, toRecord } from '../../../cli/publish/audit/record.ts'
import { serveApart } from '../../../cli/publish/audit/server.ts'
import { loadRegistry } from '../../../cli/publish/choose-sources.ts'
import type { AuditRecord } from '../../../data/schema/last-run.ts'
import { STATE_CODES } from '../../../data/schema/vocabulary.ts'
import { findLastRun, writeLastRun } from '../../../data/store/last-run.ts'
import { findNewestBundle } from '../../../data/store/manifest.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { shareFolder } from '../../temporary.ts'
import { runCommand, runCommandIn } from '../hustings.ts'
import { copySample } from '../sample.ts'
import { ends } from '../temporary.ts'
import { createWorld, DAY, nationOf } from './world.ts'

const folder = shareFolder()
const sample = () => pathsIn(join(folder, 'sample'))
const audit = (...words: string[]) => runCommand(folder, 'audit', ...words)

beforeAll(async () => {
  await copySample(folder)
})

describe('over the sample', () => {
  it('asks every question that does not need the real nation, and prints a table', async () => {
    const { code, stdout, stderr } = await audit('--sample', '--places', '3')
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Audit: holder-inside$/m) })
    const asked = QUESTIONS.filter(({ ofTheNation }) => !ofTheNation)
    for (const { id } of asked) expect(stdout).toMatch(new RegExp(`^${id} +\\d`, 'm'))
    expect(stdout).not.toMatch(/^house-seats/m)
    expect(stdout).toMatch(/^contest-inside +[1-9]\d* +0 /m)
    expect(stdout).toMatch(/^same-title +[1-9]\d* +0 /m)
  })

  it('fails where the answers are wrong, with code 1, examples and the request that shows them', async () => {
    const { code, stdout, stderr } = await audit('--sample', '--only', 'chambers,senate-seats', '--states', 'ME')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^chambers +2 +2 +0 /m)
    expect(stdout).toMatch(/^ {2}ME state_upper: got 4 members; expected 34 to 35\n {4}\/v1\/officeholders\?states=ME/m)
    expect(stderr).toMatch(/^1 question of 2 FAILED\.$/m)
  })

  it('asks another server with the key of the environment, and leaves nothing behind', async () => {
    const bundle = findNewestBundle(sample()) ?? ''
    const left = () => readdirSync(tmpdir()).filter((name) => /^hustings-audit-(?!test-)/.test(name))
    const server = await serveApart(sample(), bundle, undefined)
    const started = left()
    const ask = (HUSTINGS_KEY: string) =>
      runCommandIn({ HUSTINGS_KEY }, folder, 'audit', '--url', server.url, '--only', 'same-title')
    try {
      expect(await ask(server.key)).toMatchObject({ code: 0 })
      expect(await ask('')).toMatchObject(ends(2, 'HUSTINGS_KEY, which is not set'))
      expect(await ask('wrong')).toMatchObject(ends(1, 'answered 401, expected 200'))
    } finally {
      await server.close()
    }
    expect(left().length).toBeLessThan(started.length)
  })

  it('adds no account, key or event to the state of the operator', async () => {
    const before = readFileSync(sample().state)
    await audit('--sample', '--only', 'same-title')
    expect(readFileSync(sample().state).equals(before)).toBe(true)
  })

  it.each([
    ['--only', 'no-such-question'],
    ['--places', '0'],
    ['--states', 'XX'],
    ['--as-of', '2024-13-01'],
    ['--url', 'http://127.0.0.1:1', '--as-of', '2024-10-15'],
  ])('refuses %s %s', async (...words) => {
    expect(await audit(...words)).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('known gaps', () => {
  const question = QUESTIONS.find(({ id }) => id === 'statewide-due')
  const run = async (gaps: { question: string; what: string; reason: string }[], plant = true) => {
    const world = createWorld()
    if (plant) world.contests = world.contests.filter(({ title }) => !/President/.test(title))
    const { ask } = nationOf(world)
    const report = await runAudit(ask, {
      ...{ questions: question ? [question] : [], gaps, states: null, places: 5, day: DAY, onQuestion: () => {} },
    })
    const [only] = report.questions
    if (!only) throw new Error('nothing was asked')
    return only
  }
  const gap = (what: string, of = 'statewide-due') => ({ question: of, what, reason: 'not held' })

  it('are no failures, and are named with the number that each explains', async () => {
    expect(await run([])).toMatchObject({ failed: 1, gaps: [], stale: [] })
    for (const what of ['AK 2024 president', 'AK 2024*', '* 2024 president', '*'])
      expect(await run([gap(what)])).toMatchObject({ failed: 0, gaps: [{ what, explains: 1 }], stale: [] })
  })

  it('do not cover another failure or another question', async () => {
    for (const one of [gap('AK 2022*'), gap('AK 2024'), gap('AK.2024 president'), gap('AK 2024*', 'house-due')])
      expect(await run([one])).toMatchObject({ failed: 1, gaps: [] })
  })

  it('are stale once they no longer fail', async () => {
    expect(await run([gap('AK 2024 president')], false)).toMatchObject({
      failed: 0,
      stale: [{ what: 'AK 2024 president' }],
    })
    // Of a state that is not built, and of any state: the world has one.
    expect(await run([gap('AL 2024 president'), gap('* 2024 president')], false)).toMatchObject({
      failed: 0,
      stale: [],
    })
  })

  it('name questions that there are', () => {
    for (const { question } of loadGaps()) expect(QUESTIONS.map(({ id }) => id)).toContain(question)
  })
})

const facts = loadFacts()
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

it('the facts are those of the nation: 99 chambers with 7,386 seats, 435 members, 100 senators, 50 governors', () => {
  expect(facts.chambers).toHaveLength(99)
  expect(sum(facts.chambers.map(({ seats }) => seats))).toBe(7386)
  for (const year of [2012, 2020, 2022, 2026]) {
    const seats = STATE_CODES.flatMap((state) => facts.houseSeats(state, year) ?? [])
    expect(sum(seats.filter(({ voting }) => voting).map(({ seats }) => seats))).toBe(435)
    expect(seats.filter(({ voting }) => !voting)).toHaveLength(6)
  }
  expect(facts.senateClasses).toHaveLength(100)
  const states = new Set(facts.senateClasses.map(({ state }) => state))
  expect(states.size).toBe(50)
  expect(facts.governors.filter(({ state }) => states.has(state))).toHaveLength(50)
})

describe('the record of a publication', () => {
  const now = new Date('2026-11-20T04:00:00.000Z')
  const report = (failed: number) => ({
    seconds: 9,
    questions: [{ id: 'grid', asks: '', asked: 50, failed, failures: [], gaps: [], stale: [], seconds: 9 }],
  })
  const record = (
    failed: number,
    publication: number,
    before?: AuditRecord,
    changedSince: string[] | null = ['a-list'],
  ) => toRecord(report(failed), { publication, bundle: `b${publication}` }, { before, changedSince, now })

  it('says since when a question fails that held, and what changed, until it holds again', () => {
    const first = record(2, 1)
    expect(first.questions[0]?.broken).toBeNull()
    expect(record(2, 2, first).questions[0]?.broken).toBeNull()
    const held = record(0, 3, first)
    const broke = record(4, 4, held)
    expect(broke.questions[0]?.broken).toEqual({ held: 3, since: 4, sources: ['a-list'] })
    expect(record(4, 5, broke, ['another']).questions[0]?.broken).toEqual(broke.questions[0]?.broken)
    expect(record(0, 6, broke).questions[0]?.broken).toBeNull()
    expect(formatAudited(broke)).toEqual([
      '1 question, 50 answers: 1 question FAILED',
      'grid: 4 of 50 wrong; it held in publication 3 and failed first in 4; changed: a-list',
    ])
    expect(formatAudited(record(4, 4, held, null)).join()).toContain('which sources changed is no longer known')
    expect(formatAudited(record(4, 4, held, [])).join()).toContain('no source changed')
    expect(formatAudited(held)).toEqual(['1 question, 50 answers: all right'])
    expect(formatAudited(null)).toEqual([])
  })

  it('is reported by doctor: a failure if the question held before, otherwise a warning', async () => {
    const own = mkdtempSync(join(tmpdir(), 'hustings-audit-test-'))
    cpSync(folder, own, { recursive: true })
    const paths = pathsIn(join(own, 'sample'))
    const found = async (audit: AuditRecord) => {
      writeLastRun(paths, { ...(findLastRun(paths) ?? { format: 1, run: null, sources: {} }), audit })
      for await (const finding of diagnose(paths, ' --sample', () => loadRegistry({ sample: true })))
        if (finding.check === 'audit') return finding
      return undefined
    }
    const held = record(0, 3)
    expect(await found(held)).toMatchObject({ status: 'ok' })
    expect(await found(record(2, 1))).toMatchObject({ status: 'warn', next: 'hustings audit --sample --only grid' })
    expect(await found(record(2, 4, held))).toMatchObject({ status: 'fail', found: expect.stringContaining('a-list') })
    rmSync(own, { recursive: true })
  })
})
