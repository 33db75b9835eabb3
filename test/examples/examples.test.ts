// The examples in TypeScript, against a server over the sample that a real watch changes.

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { projectFile } from '../../data/store/paths.ts'
import { toCursor } from '../../server/feed/position.ts'
import { addSuggested, asCompiled, inShell, runExample, type WatchedSample, watchSample } from './run-example.ts'

const LAKES = 'First for the rivers, then for the lakes.'
const KEPT = 'She kept every promise of her last invented campaign.'

let folder: WatchedSample['folder']
let mirror: WatchedSample['mirror']
let watching: WatchedSample['watching']
let server: WatchedSample['server']
let close: WatchedSample['close'] | undefined

beforeAll(async () => {
  ;({ folder, mirror, watching, server, close } = await watchSample())
})
afterAll(() => close?.())

describe('the heads', () => {
  it('voter-guide.ts: the command gives a guide with endorsers', async () => {
    const run = runExample(server, inShell('voter-guide.ts'))
    expect([await run.end, run.stderr()]).toEqual([0, ''])
    expect(run.stdout()).toContain('# Ballot of Sample Harbor, ME')
    expect(run.stdout()).toContain('\nMost backed: **')
  })

  afterAll(() => rmSync(projectFile('position.txt'), { force: true }))

  it('newsroom-bot.ts: git ignores the files of the command', () => {
    const [file = ''] =
      inShell('newsroom-bot.ts')
        .join(' ')
        .match(/\S+\.txt/) ?? []
    const ignored = readFileSync(projectFile('.gitignore'), 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining([file, `${file}.new`]))
  })

  it('newsroom-bot.ts: the command follows a contest, in which the command of `make run` is a change', async () => {
    const run = runExample(server, inShell('newsroom-bot.ts'))
    await expect.poll(run.stdout).toMatch(/^Mayor of Sample Mesa \(Runoff\), .+\n(?:.+\n)*.+ endorses Uma Sample\n/)
    await expect.poll(run.stderr).toBe('Waiting for the next change; Ctrl-C ends.\n')
    addSuggested(mirror)
    await watching.next()
    await expect
      .poll(run.stdout)
      .toMatch(/\nNEW Otto Example endorses Uma Sample: “I add this one while you watch\.”\n$/)
    run.child.kill('SIGTERM')
    await run.end
  })
})

describe('voter-guide.ts', () => {
  const guide = async (place: string, input = '', categories = '') => {
    const words = place === '' ? [categories] : [categories, place]
    const run = runExample(server, asCompiled('voter-guide.ts', ...words), input)
    return { code: await run.end, stdout: run.stdout(), stderr: run.stderr() }
  }

  it('prints each contest with its choices, their endorsers and the most-backed choice', async () => {
    const { code, stdout, stderr } = await guide('Sample Mesa, NM')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('# Ballot of Sample Mesa, NM')
    const { contests } = await createClient(server).getRecommendations({ location: 'Sample Mesa, NM', explain: true })
    expect(contests.length).toBeGreaterThan(3)
    const titles = contests.map(({ title }) => title)
    expect(titles.filter((title) => !stdout.includes(`\n### ${title}\n`))).toEqual([])
    const backers = contests.flatMap(({ choices }) => choices.flatMap(({ endorsed_by }) => endorsed_by))
    expect(backers.length).toBeGreaterThan(5)
    for (const { endorser } of backers) expect(stdout).toContain(`    - ${endorser.name}`)
    const sections = stdout.split('\n### ')
    const sectionOf = ({ title, election }: (typeof contests)[number]) =>
      sections.find((one) => one.startsWith(`${title}\n\n${election.name}, `)) ?? expect.fail(title)
    const mayor = contests.find(({ title }) => title === 'Mayor of Sample Mesa') ?? expect.fail()
    expect(mayor.explanation?.rule).toBe('tie')
    expect(sectionOf(mayor)).toMatch(/\n- Uma Sample\n {4}- El Diario de Ejemplo: https:\S+\n/)
    expect(sectionOf(mayor)).toContain('\n\nThe endorsers are split: a tie.\n')
    const led = contests.filter(({ recommendation }) => recommendation.choice_ids.length > 0)
    expect(led.length).toBeGreaterThan(1)
    for (const contest of led) {
      const [, backed = ''] = /\nMost backed: \*\*(.+)\*\* \(/.exec(sectionOf(contest)) ?? []
      const labels = contest.choices.filter(({ id }) => contest.recommendation.choice_ids.includes(id))
      for (const { label } of labels) expect(backed, contest.title).toContain(label)
    }
  })

  it('counts the chosen kinds of endorsers, reads a place from stdin, and says what it does not find', async () => {
    const [labor, whole, misspelt, nowhere] = await Promise.all([
      guide('', 'Sample Mesa, NM\n', 'labor'),
      guide('Sample Mesa, NM'),
      guide('Sample Mesa, NM', '', 'labor,nwspaper'),
      guide('Nowhere, NM'),
    ])
    expect(labor.code).toBe(0)
    expect(labor.stdout.length).toBeLessThan(whole.stdout.length)
    expect(misspelt).toMatchObject({ code: 1, stdout: '' })
    expect(misspelt.stderr).toMatch(/^Unknown kind of endorser: nwspaper\. Expected some of \S*,newspaper,\S*\.\n$/)
    expect(nowhere).toMatchObject({ code: 1, stdout: '' })
    expect(nowhere.stderr).toMatch(/^\S.+\.\n$/)
    expect(nowhere.stderr).not.toContain('Nowhere')
  })
})

const text = readFileSync(projectFile('docs', 'client.md'), 'utf8')

it('docs/client.md begins with a program that runs where it says, without a setting in package.json', async () => {
  const place = join(folder, 'program')
  mkdirSync(join(place, 'node_modules'), { recursive: true })
  // As `npm install ../hustings/client` links a folder, and npm 11 writes the type.
  symlinkSync(projectFile('client'), join(place, 'node_modules', 'hustings-client'))
  writeFileSync(join(place, 'package.json'), '{"type":"commonjs"}')
  const [, name = ''] = /Save this program as `([^`]+)`/.exec(text) ?? []
  const [, command = ''] = /^HUSTINGS_KEY=\S+ (node .+)$/m.exec(text) ?? []
  const [, program = ''] = /^```ts\n([\s\S]*?)^```/m.exec(text) ?? []
  writeFileSync(join(place, name), program.replace('http://127.0.0.1:8080', server.url))
  const run = runExample(server, ['sh', '-c', `cd '${place}' && ${command}`])
  expect([await run.end, run.stderr()]).toEqual([0, ''])
  expect(run.stdout()).toMatch(/^.+ certain\n/)
})

it('docs/client.md shows code that runs, in a program that imports the package by its name', async () => {
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  expect(blocks.length).toBe(3)
  const store = 'const storePosition = (cursor) => { console.log(cursor.length); process.exit() }\n'
  const program = blocks.join('').replace('http://127.0.0.1:8080', server.url)
  const file = join(folder, 'program', 'whole.mjs')
  writeFileSync(file, store + program)
  const run = runExample(server, [process.execPath, file])
  const endorsements = await createClient(server)
    .listEndorsements({ states: ['ME'] })
    .toArray()
  const listed = endorsements.map(({ endorser, choice }) => `${endorser.name} ${choice.label}\n`).join('')
  await expect.poll(run.stdout).toMatch(/^.+ certain\n/)
  await expect.poll(run.stdout).toContain(listed)
  mirror.edit('endorsements.csv', LAKES, 'First for the lakes.')
  await watching.next()
  expect(await run.end).toBe(0)
  expect(run.stdout()).toMatch(/\nendorsement\.updated .+\n20\n$/)
})

it('newsroom-bot.ts prints the endorsements of a contest, then its changes, and goes on where it stopped', async () => {
  const client = createClient(server)
  const contests = await client.listContests({ elections: ['nm-2026-11-03-general'] }).toArray()
  const mayor = contests.find(({ title }) => title === 'Mayor of Sample Mesa') ?? expect.fail()
  const position = join(folder, 'position.txt')
  const start = () => runExample(server, asCompiled('newsroom-bot.ts', String(mayor.id), position))
  const present = await client.listEndorsements({ contest: mayor.id }).toArray()
  const expected = present.map(({ endorser, choice }) => `${endorser.name} endorses ${choice.label}\n`).join('')

  const first = start()
  await expect.poll(first.stderr).toBe('Waiting for the next change; Ctrl-C ends.\n')
  const heading = `${mayor.title}, ${mayor.election.name}\n`
  await expect.poll(first.stdout).toBe(heading + expected)
  // Not the contest that it follows, and then that one.
  mirror.edit('endorsements.csv', 'We stay with our first choice.', 'We stay.')
  await watching.next()
  mirror.edit('endorsements.csv', KEPT, 'She kept most of them.')
  await expect.poll(first.stdout).toMatch(/CHANGED .+ on Uma Sample: “She kept most of them\.”\n$/)
  expect(
    first
      .stdout()
      .slice(heading.length + expected.length)
      .split('\n').length,
  ).toBe(2)
  first.child.kill('SIGTERM')
  expect(await first.end).toBe(0)

  await watching.next()
  mirror.edit('endorsements.csv', 'She kept most of them.', 'She kept some of them.')
  await watching.next()
  const second = start()
  await expect.poll(second.stdout).toMatch(/She kept some of them/)
  expect(second.stdout()).toBe(`${heading}CHANGED El Diario de Ejemplo on Uma Sample: “She kept some of them.”\n`)
  second.child.kill('SIGTERM')
  await second.end

  const old = toCursor({ epoch: '0'.repeat(16), seq: 1 })
  writeFileSync(position, old)
  const third = start()
  await expect
    .poll(third.stderr)
    .toMatch(/\nThe position in .+ is too old: it begins .+\.\nWaiting for the next change;.+\n$/)
  expect(third.stdout()).toBe(heading + heading + expected)
  expect(readFileSync(position, 'utf8')).not.toBe(old)
  third.child.kill('SIGTERM')
  expect(await third.end).toBe(0)
})
