// `hustings ballot`, `representatives` and `endorsements`, over an invented bundle: what a server with the same folder sends.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addBallot, addRepresentatives } from '../../cli/look/ballot.ts'
import { addEndorsements } from '../../cli/look/endorsements.ts'
import { addTail } from '../../cli/look/tail.ts'
import { dataOperations, liveOperations } from '../../data/schema/operations.ts'
import { everyData } from '../../data/schema/parameter.ts'
import { projectFile } from '../../data/store/paths.ts'
import { openApi } from '../server/api.ts'
import { AS_OF } from '../server/fixture.ts'
import { runCommand, runCommandReading } from './hustings.ts'

const { fixture, bundle, url, key } = await openApi({ fillers: 0 })
const run = (...words: string[]) => runCommand(fixture.paths.root, ...words)
const asOf = ['--as-of', AS_OF]

async function served(path: string): Promise<unknown> {
  const reply = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  return reply.json()
}

// biome-ignore format: a case a line
it.each([
    [['ballot', '27601'], '/v1/ballot?location=27601'],
    [['ballot', 'Alder', 'County,', 'NC'], '/v1/ballot?location=Alder+County,+NC'],
    [['ballot', '35.41,-78.51'], '/v1/ballot?lat=35.41&lng=-78.51'],
    [['ballot', '--lat', '35.41', '--lng', '-78.51', '--lang', 'es'], '/v1/ballot?lat=35.41&lng=-78.51&lang=es'],
    [['ballot', '27601', '--category', 'labor,newspaper'], '/v1/ballot?location=27601&categories=labor,newspaper'],
    [['representatives', '27601'], '/v1/representatives?location=27601'],
    [['representatives', 'NC'], '/v1/representatives?location=NC'],
    [['endorsements', '--state', 'NC', '--limit', '7'], '/v1/endorsements?states=NC&limit=7'],
    [['endorsements', '--endorser-states', 'national', '--upcoming'], '/v1/endorsements?endorser_states=national&upcoming=true'],
  ])('--json %j prints the answer of the API', async (words, path) => {
    const { code, stdout, stderr } = await run(...words, ...asOf, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(await served(path))
    expect(Object.keys(JSON.parse(stdout))[0]).toBe('data')
  })

it('--json answers from a named bundle, as the server does', async () => {
  const words = ['endorsements', '--snapshot', bundle.slice(0, 12), '--limit', '2', '--json']
  const { stdout } = await run(...words)
  expect(JSON.parse(stdout)).toEqual(await served(`/v1/endorsements?snapshot=${bundle.slice(0, 12)}&limit=2`))
})

describe('options', () => {
  const program = new Command('hustings')
  for (const add of [addBallot, addRepresentatives, addEndorsements, addTail]) add(program)
  const { wait: _, subscription: __, ...feed } = liveOperations.listEvents.query.shape
  const { getBallot, getRepresentatives, listEndorsements } = dataOperations

  it.each([
    ['ballot', { ...getBallot.query.shape, ...everyData.shape }],
    ['representatives', { ...getRepresentatives.query.shape, ...everyData.shape }],
    ['endorsements', { ...listEndorsements.query.shape, ...everyData.shape }],
    ['tail', feed],
  ])('%s takes every parameter of its endpoint', (name, parameters) => {
    const command = program.commands.find((one) => one.name() === name)
    const options = command?.options.map(({ long }) => long)
    const expected = Object.keys(parameters)
      .filter((parameter) => parameter !== 'location' && parameter !== 'address')
      .map((parameter) => `--${parameter.replaceAll('_', '-')}`)
    expect(options).toEqual(expect.arrayContaining(expected))
  })
})

it('the text groups a ballot by election and level, and says in words what is certain and what possible', async () => {
  const { code, stdout } = await run('ballot', '27601', ...asOf)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Ballot of ZIP 27601\nCertain: every voter of this area votes in the contest\. Possible: /)
  expect(stdout).toMatch(/^2024-11-05 {1,2}\S/m)
  expect(stdout).toMatch(/^Federal\n─{7}$/m)
  expect(stdout).toMatch(/^ {2}\S.* · certain$/m)
  expect(stdout).toMatch(/^ {2}\S.* · possible$/m)
  expect(stdout).toMatch(/^ {4}Choice +.*Endorsed by$/m)
  // A pipe is no terminal.
  expect(stdout).not.toContain('\u001b')
})

it('the text pages through endorsements with the command that it prints', async () => {
  const first = await run('endorsements', '--states', 'NC', '--limit', '3', ...asOf)
  expect(first.stdout).toMatch(/^ {4}Endorser +Choice/m)
  const [, next = ''] = /^There are more\. Next: hustings (endorsements .*)$/m.exec(first.stderr) ?? []
  expect(next).toMatch(/^endorsements --as-of 2024-10-15 --states NC --limit 3 --cursor \S+$/)
  const second = await run(...next.split(' '))
  expect(second.code).toBe(0)
  expect(second.stdout).not.toBe(first.stdout)
  expect(second.stderr).not.toContain('the data has no')
})

it('the text says which category or endorser of a filter the data does not have', async () => {
  const { code, stdout, stderr } = await run('endorsements', '--categories', 'labour,labor', '--endorser', 'nobody')
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toMatch(/^--categories: the data has no "labour", so it matches nothing; did you mean `labor`\?$/m)
  expect(stderr).toMatch(/^--endorsers: the data has no "nobody", so it matches nothing/m)
  expect(stderr).not.toContain('"labor"')
})

const help = 'Next: hustings ballot --help'
it.each([
  [['ballot'], 2, 'Got no location', 'Next: hustings ballot "Raleigh, NC"'],
  [['ballot', '--sample'], 2, 'Got no location', 'Next: hustings ballot --sample "Sample Harbor, ME"'],
  [['ballot', 'Quexzylvane, NC'], 1, 'knows no city, county or state', help],
  [['ballot', '5 Quexzylvane St, Alder, NC'], 1, 'Use a point such as 44.45,-69.78', help],
  [['ballot', '27601', '--lat', '35'], 2, '--lng: it is missing', help],
  [['ballot', '--lat', 'north', '--lng', '1'], 2, '--lat: expected a number from -90 to 90', help],
  [['ballot', 'x'.repeat(301)], 2, 'The location has 301 characters, expected at most 300', 'Next: hustings ballot'],
  [['ballot', '27601', '--election', ''], 2, '--elections: it is empty', help],
  [
    ['ballot', '27601', '--snapshot', '2001-01-01'],
    1,
    'Nothing was published on 2001-01-01',
    'Next: hustings snapshot list',
  ],
  [
    ['endorsements', '--states', 'XX'],
    2,
    '--states: got `XX`, expected one of AK',
    'Next: hustings endorsements --help',
  ],
  [['endorsements', '--cursor', 'x'], 2, '--cursor', 'Next: hustings endorsements --help'],
  [
    ['endorsements', '--sample', 'duplicates'],
    2,
    "write the options after 'duplicates'",
    'Next: hustings endorsements --help',
  ],
  [['tail', '--cursor', 'x'], 2, '--cursor: expected a next_cursor', 'Next: hustings tail --help'],
  [['tail', '--once', '--bookmark', projectFile('package.json')], 1, 'holds no position', 'Next: rm '],
  [['completion', 'tcsh'], 2, 'bash, zsh, fish', 'Next: hustings completion --help'],
])('refusals %j', async (words, code, sentence, next) => {
  const ended = await run(...words)
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toContain(sentence)
  expect(ended.stderr).toContain(next)
  expect(ended.stderr).not.toContain('Quexzylvane')
})

it('refusals names the command that publishes, and creates nothing', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'hustings-empty-'))
  for (const words of [['ballot', '27601'], ['endorsements'], ['tail', '--once']])
    expect(await runCommand(empty, ...words), words[0]).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: 'hustings: No data has been published in this data folder yet.\nNext: hustings nightly\n',
    })
  expect(readdirSync(empty)).toEqual([])
  rmSync(empty, { recursive: true })
})

describe('a location', () => {
  it('is read from stdin for -, the first line that is not empty', async () => {
    const read = await runCommandReading('\n  27601 \n99999\n', fixture.paths.root, 'ballot', '-', ...asOf)
    expect(read).toEqual(await run('ballot', '27601', ...asOf))
    const point = await runCommandReading('35.41, -78.51', fixture.paths.root, 'ballot', '-', ...asOf)
    expect(point).toEqual(await run('ballot', '--lat', '35.41', '--lng', '-78.51', ...asOf))
    expect(await runCommandReading('', fixture.paths.root, 'ballot', '-')).toMatchObject({ code: 2, stdout: '' })
  })

  it('is written to no file', async () => {
    const canary = '73150418 Quexzylvane St, Alder, NC'
    await run('ballot', canary)
    await runCommandReading(canary, fixture.paths.root, 'representatives', '-')
    const names = readdirSync(fixture.paths.root, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )
    expect(names.length).toBeGreaterThan(3)
    for (const { parentPath, name } of names)
      expect(readFileSync(join(parentPath, name)).includes('Quexzylvane'), name).toBe(false)
  })

  it.skipIf(!existsSync('/proc/self/cmdline'))('leaves the list of processes as soon as it is read', async () => {
    const script = `import { readLocation } from '${projectFile('dist', 'cli', 'look', 'ballot.js')}'
await readLocation([process.argv[1]], {}, '')
process.stdout.write('read')
setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, '5 Quexzylvane St'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const list = () => readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
    expect(list()).toContain('Quexzylvane')
    await once(child.stdout, 'data')
    expect(list()).toMatch(/^hustings\0*$/)
    child.kill()
  })
})
