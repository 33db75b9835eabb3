// `frictionless validate datapackage.json` over an export of the sample, as anybody installs it; and it finds what is damaged.

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runCommand } from '../../cli/hustings.ts'
import { copySample } from '../../cli/sample.ts'
import { createVenv } from '../../clients/venv.ts'
import { shareFolder } from '../../temporary.ts'

const venv = createVenv('frictionless==5.21.0')
const missing = 'missing' in venv ? venv.missing : null
if (missing) console.warn(`frictionless: ${missing}.`)

const report = z.object({
  valid: z.boolean(),
  errors: z.array(z.unknown()),
  tasks: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      errors: z.array(z.object({ type: z.string(), message: z.string() })),
    }),
  ),
})

describe.skipIf(missing !== null)(`frictionless 5.21.0${missing ? ` (${missing})` : ''}`, () => {
  const folder = shareFolder()
  const exported = join(folder, 'exported')
  beforeAll(async () => {
    await copySample(folder)
    expect(await runCommand(folder, 'export', '--sample', exported)).toMatchObject({ code: 0 })
  })
  afterAll(() => {
    if ('remove' in venv) venv.remove()
  })

  function validate(): z.infer<typeof report> {
    if ('missing' in venv) return expect.fail(venv.missing)
    const words = ['-m', 'frictionless', 'validate', '--json', 'datapackage.json']
    const { stdout, stderr } = spawnSync(venv.python, words, { cwd: exported, encoding: 'utf8', maxBuffer: 1 << 26 })
    return report.parse(JSON.parse(stdout || JSON.stringify(stderr)))
  }
  /** Each file with its errors. */
  const faults = ({ tasks }: z.infer<typeof report>): [string, string[]][] =>
    tasks.flatMap(({ name, errors }) => (errors.length > 0 ? [[name, errors.map(({ type }) => type)]] : []))

  test('accepts every file: CSV as a table, by its schema and key, and the others by size and hash', () => {
    const found = validate()
    expect([faults(found), found.errors, found.valid]).toEqual([[], [], true])
    const { resources } = JSON.parse(readFileSync(join(exported, 'datapackage.json'), 'utf8'))
    const paths = resources.map(({ path }: { path: string }) => path)
    expect(found.tasks.map(({ name, type }) => [name, type])).toEqual(
      paths.map((path: string) => [path, path.endsWith('.csv') ? 'table' : 'file']),
    )
    expect(paths.length).toBeGreaterThan(40)
  })

  test('refuses a changed cell, a repeated key and a changed byte', () => {
    const [table, parquet] = [join(exported, 'election.csv'), join(exported, 'choice.parquet')]
    const [text, bytes] = [readFileSync(table, 'utf8'), readFileSync(parquet)]
    const [head = '', first = '', ...rest] = text.split('\n')
    writeFileSync(table, [head, first, first, first.replace(/^\d+/, 'x'), ...rest].join('\n'))
    bytes[100] = (bytes[100] ?? 0) ^ 1
    rmSync(parquet)
    writeFileSync(parquet, bytes)
    expect(Object.fromEntries(faults(validate()))).toEqual({
      'election.csv': expect.arrayContaining(['type-error', 'primary-key', 'hash-count', 'byte-count']),
      'choice.parquet': ['hash-count'],
    })
  })
})
