// The tools of analysts read every exported file of the sample over HTTP: pyarrow, DuckDB and geopandas, in a process of their own.

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../../data/store/paths.ts'
import { runCommand } from '../../cli/hustings.ts'
import { copySample } from '../../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../../cli/served-folder.ts'
import { createVenv } from '../../clients/venv.ts'
import { shareFolder } from '../../temporary.ts'

const venv = createVenv(
  ...['pyarrow==26.0.1', 'duckdb==1.4.4', 'duckdb-ext-httpfs==1.4.4.20260205', 'geopandas==1.2.0', 'pyogrio==0.13.0'],
  ...['fsspec==2026.9.0', 'aiohttp==3.14.5', 'requests==2.34.2'],
)
const missing = 'missing' in venv ? venv.missing : null
if (missing) console.warn(`pyarrow, DuckDB and geopandas: ${missing}.`)

const told = z.object({ file: z.string(), tool: z.string(), rows: z.number(), ids: z.string().nullable() })

const folder = shareFolder()
let server: ServedFolder | undefined
let seen: z.infer<typeof told>[]

describe.skipIf(missing !== null)(`tools of analysts${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    if ('missing' in venv) return
    await copySample(folder)
    for (const where of [[], [join(folder, 'election-data')]])
      expect(await runCommand(folder, 'export', '--sample', ...where)).toMatchObject({ code: 0 })
    server = await serveFolder(folder, { sample: true })
    const reader = projectFile('test', 'server', 'downloads', 'read_exports.py')
    const child = spawn(venv.python, [reader, server.url, server.key], {
      env: { ...process.env, no_proxy: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
    expect(await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))).toBe(0)
    seen = text
      .trim()
      .split('\n')
      .map((line) => told.parse(JSON.parse(line)))
  })
  afterAll(async () => {
    await server?.stop()
    if ('remove' in venv) venv.remove()
  })

  test('every file gives the rows and the ids of its table', async () => {
    const names = [...new Set(seen.map(({ file }) => file.slice(0, file.lastIndexOf('.'))))]
    expect(names.length).toBe(17)
    for (const name of names) {
      const [table, where] = name === 'district-lines' ? ['district', 'WHERE has_boundary'] : [name, '']
      const numbered = ![
        ...['officeholder', 'contest_district', 'coverage', 'source', 'endorsement_history'],
        ...['endorser_agreement', 'contest_agreement', 'stance', 'endorser_coverage', 'evidence'],
      ].includes(table)
      const { stdout } = await runCommand(
        ...([folder, 'sql', '--sample', '--json'] as const),
        `SELECT count(*) AS rows, ${numbered ? 'CAST(sum(id) AS VARCHAR)' : 'NULL'} AS ids FROM api.${table} ${where}`,
      )
      const [held] = JSON.parse(stdout)
      for (const one of seen.filter(({ file }) => file.startsWith(`${name}.`)))
        expect([one.file, one.tool, one.rows, one.ids]).toEqual([...[one.file, one.tool, held.rows, held.ids]])
    }
    const tools = new Set(seen.map(({ file, tool }) => `${tool} ${file.slice(file.lastIndexOf('.') + 1)}`))
    const pairs = 'pyarrow parquet|duckdb parquet|pyarrow arrow|duckdb csv|geopandas parquet|geopandas fgb'.split('|')
    expect([...tools].sort()).toEqual(pairs.sort())
  })

  const quickstart = readFileSync(projectFile('docs', 'quickstart.md'), 'utf8')
  const blocks = (kind: string): string[] =>
    [...quickstart.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1] ?? '')

  test('the quickstart has blocks of each tool', () => {
    expect(['sql', 'python', 'r'].map((kind) => blocks(kind).length)).toEqual([2, 5, 1])
  })

  const run = (program: string, words: readonly string[]): string => {
    const env = { ...process.env, HUSTINGS_URL: server?.url, HUSTINGS_KEY: server?.key, no_proxy: '127.0.0.1' }
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return stdout
  }

  test.each([
    ...blocks('python').map((text, nth) => [`Python ${nth + 1}`, text]),
    ...blocks('sql').map((text, nth) => [`DuckDB ${nth + 1}`, `import duckdb\nprint(duckdb.sql("""${text}"""))`]),
  ])('the quickstart: %s', async (_, text) => {
    expect(run('python' in venv ? venv.python : '', ['-c', text])).not.toBe('')
  })

  const missingR =
    spawnSync('Rscript', ['-e', 'library(arrow); library(dplyr)']).status === 0
      ? null
      : 'SKIPPED, for there is no R with arrow here'
  test.skipIf(missingR !== null)(`the quickstart: R${missingR ? ` (${missingR})` : ''}`, () => {
    for (const text of blocks('r')) expect(run('Rscript', ['-e', text])).not.toBe('')
  })
})
