import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { formatCount } from '../../cli/output.ts'
import { RHYTHMS } from '../../cli/publish/stale.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { loadConfig } from '../../server/config.ts'
import { runCommandReading } from '../cli/hustings.ts'
import { shareFolder } from '../temporary.ts'
import {
  commandsIn,
  filesUnder,
  findCommand,
  namesIn,
  program,
  quotedIn,
  sectionOf,
  tableOf,
  textOf,
  typedIn,
} from './documents.ts'

const folder = shareFolder()

const text = textOf('docs/operator.md')

it('lists every command', () => {
  const named = tableOf(text, 'command | purpose').flatMap(([cell = '']) =>
    [...cell.matchAll(/`hustings ([a-z-]+)/g)].map((match) => match[1] ?? ''),
  )
  expect([...new Set(named)].sort()).toEqual(commandsIn(program).sort())
  const events = commandsIn(findCommand(program, 'events')).map((sub) => `hustings events ${sub}`)
  expect(quotedIn(text)).toEqual(expect.arrayContaining(events))
})

it('says which commands take --json and --sample, and they do', () => {
  const leaves = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
  expect(leaves.length).toBeGreaterThan(25)
  for (const leaf of leaves) {
    // `demo` works only with the sample, and its output is for people; `completion` prints a script, and reads no data.
    // `mcp` always prints the messages of its protocol.
    if (['demo', 'completion'].includes(leaf.name())) continue
    const options = leaf.options.map((option) => option.long)
    for (const option of leaf.name() === 'mcp' ? ['--sample'] : ['--json', '--sample'])
      expect(options, leaf.name()).toContain(option)
  }
})

it('lists all settings that the code reads', () => {
  const named = namesIn(text, 'variable | default | meaning')
  const read = new Set<string>()
  // Programs that call a server read these; the code only shows them.
  const shown = ['HUSTINGS_URL', 'HUSTINGS_KEY']
  for (const root of ['cli.ts', 'cli', 'data', 'ingest', 'build', 'server', 'apps', 'deploy'])
    for (const file of filesUnder(projectFile(root)))
      for (const [setting] of readFileSync(file, 'utf8').matchAll(/\bHUSTINGS_[A-Z_]+\b/g))
        if (!shown.includes(setting)) read.add(setting)
  expect(named.sort()).toEqual([...read].sort())
})

it('gives their defaults', () => {
  for (const name of Object.keys(process.env).filter((one) => one.startsWith('HUSTINGS_'))) vi.stubEnv(name, '')
  const config = loadConfig({})
  const defaults = new Map(
    tableOf(text, 'variable | default | meaning').map(([name = '', value = '']) => [name, value.replaceAll('`', '')]),
  )
  const expected = {
    HUSTINGS_HOST: config.host,
    HUSTINGS_PORT: config.port,
    HUSTINGS_LOG_LEVEL: config.logLevel,
    HUSTINGS_CACHE_MB: config.cacheMegabytes,
    HUSTINGS_PLACES: config.places,
    HUSTINGS_SCRUB_HOURS: config.scrub / 3_600_000,
    HUSTINGS_RETENTION_DAYS: config.retention / 86_400_000,
    HUSTINGS_SECOND_FACTOR: config.secondFactor,
    HUSTINGS_PUBLIC_EXPLORER: config.publicExplorer ? '1' : '0',
    HUSTINGS_GEOCODER: config.censusUrl === null ? 'local' : 'census',
  }
  for (const [name, value] of Object.entries(expected)) expect(defaults.get(`\`${name}\``), name).toBe(String(value))
  vi.unstubAllEnvs()
})

it('gives the limits of the default plans', async () => {
  const state = await openState(pathsIn(join(folder, 'plans')))
  const plans = await state.plans()
  await state.close()
  const number = (value: number | null): string => (value === null ? 'unlimited' : formatCount(value))
  expect(tableOf(text, 'plan | requests a minute | requests a day | streams at once')).toEqual(
    plans.map(({ name, requests_per_minute, requests_per_day, streams }) => [
      `\`${name}\``,
      ...[requests_per_minute, requests_per_day, streams].map(number),
    ]),
  )
})

it('shows commands for accounts, keys and plans that work in the given order', async () => {
  const lines = typedIn(text).slice(typedIn(text).findIndex((line) => line.includes('accounts create editor')))
  const block = lines.slice(0, lines.findIndex((line) => line.includes('erase')) + 1)
  expect(block.length).toBeGreaterThan(10)
  const type = (...words: string[]) =>
    runCommandReading('correct horse battery staple', join(folder, 'accounts'), ...words)
  // Another account's keys come first, so the reader's key is not number 1.
  expect(await type('accounts', 'create', 'other')).toMatchObject({ code: 0 })
  expect(await type('keys', 'create', '--account', 'other')).toMatchObject({ code: 0 })
  let id = ''
  for (const line of block) {
    const words = line
      .replace(/^npx hustings /, '')
      .replace(/\bID\b/, () => id)
      .split(' ')
    // Erasing an account removes its keys from the list.
    if (words.includes('erase'))
      expect(revokedKeys((await type('keys', 'list', '--json')).stdout)).toEqual(['2 of editor'])
    const ended = await type(...words)
    expect(ended.code, `${line}\n${ended.stderr}`).toBe(0)
    id = /^Key (\d+) of editor: /m.exec(ended.stderr)?.[1] ?? id
  }
  expect(id).toBe('2')
})

it('names every file of the folder except locks in the backup table', () => {
  const named = new Set(quotedIn(sectionOf(text, 'Backup and restore')))
  const paths = Object.entries(pathsIn('/var')).flatMap(([key, path]) =>
    typeof path === 'string' && !/^root$|lock$/i.test(key) ? [path.replace('/var/', '')] : [],
  )
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) expect(named, path).toContain(path)
})

it('gives the days after which unchanged content is stale', () => {
  const listed = tableOf(text, 'kind | days | counted').map(([kind = '', days = '']) => [
    kind.split(',')[0],
    Number(days.replace(',', '')),
  ])
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.entries(RHYTHMS).map(([kind, { days }]) => [kind, days])),
  )
})

/** @param listed the output of `keys list --json` */
function revokedKeys(listed: string): string[] {
  const keys: { id: number; account: string; revoked_at: string | null }[] = JSON.parse(listed)
  return keys.filter(({ revoked_at }) => revoked_at !== null).map(({ id, account }) => `${id} of ${account}`)
}
