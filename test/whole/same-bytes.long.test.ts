// The same files give the same bytes with any time zone, locale, umask and number of processors.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashFile } from '../../data/store/files.ts'
import { projectFile } from '../../data/store/paths.ts'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { openFolder } from '../temporary.ts'

const MACHINES = [
  { env: { TZ: 'UTC', LC_ALL: 'C' }, threads: '1', umask: '022' },
  { env: { TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8' }, threads: '2', umask: '077' },
  { env: { TZ: 'America/Adak', LC_ALL: 'de_DE.UTF-8' }, threads: '7', umask: '002' },
]

/** Fifteen tables in three formats, the lines in two, the description and the licences. */
const EXPORTED = 49

function run(machine: (typeof MACHINES)[number], words: readonly string[], family: string): string[] {
  const folder = openFolder()
  const exported = join(folder, 'exported')
  const packed = join(folder, 'packed.tar')
  const flags = words.filter((word) => word === '--sample')
  for (const command of [
    ['nightly', ...words, '--threads', machine.threads],
    ['export', exported, ...flags],
    ['snapshot', 'create', '--as-of', '2026-11-03', '--output', packed, ...flags],
  ]) {
    const line = `umask ${machine.umask}; exec "$0" "$@"`
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', line, process.execPath, projectFile('dist', 'cli.js'), ...command],
      {
        env: { ...process.env, ...machine.env, HUSTINGS_VAR: folder },
        encoding: 'utf8',
      },
    )
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  }
  const root = join(folder, family)
  // The retrieval time of the files is not part of a bundle: it is stored beside the manifest.
  const manifests = readdirSync(join(root, 'bundles')).filter((name) => !name.endsWith('.retrieved.json'))
  const sums = readFileSync(join(exported, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  return [...readdirSync(join(root, 'parts')), ...manifests, ...sums, `snapshot ${hashFile(packed)}`].sort()
}

const SAME =
  'parts, manifest, exports and snapshot file are the same with other time zones, locales, umasks and threads'

describe.skipIf(PROOF_ONLY !== null)(`${SAME}${PROOF_ONLY ? ` (${PROOF_ONLY})` : ''}`, () => {
  it('for the sample', () => {
    const [first, ...others] = MACHINES.map((machine) => run(machine, ['--sample'], 'sample'))
    expect(first).toHaveLength(5 + EXPORTED + 1)
    for (const other of others) expect(other).toEqual(first)
  })

  it.skipIf(!hasTestData)(
    'for North Carolina and the District of Columbia',
    () => {
      const words = ['--mirror', TEST_DATA, '--only', 'NC,DC']
      const [first, ...others] = MACHINES.map((machine) => run(machine, words, '.'))
      expect(first).toHaveLength(5 + EXPORTED + 1)
      for (const other of others) expect(other).toEqual(first)
    },
    1_800_000,
  )
})
