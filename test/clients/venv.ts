// A virtual environment of Python with packages in it, from the package index as anybody installs it.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Venv {
  /** Path of its interpreter. */
  python: string
  remove(): void
}

/** @param requirements as for pip. @returns if they cannot be installed: the reason, as a sentence */
export function createVenv(...requirements: string[]): Venv | { missing: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-python-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const steps: readonly (readonly [string, readonly string[], string])[] = [
    ['python3', ['-m', 'venv', folder], 'there is no Python that makes virtual environments here'],
    [
      join(folder, 'bin', 'pip'),
      ['install', '-q', ...requirements],
      `no package index has ${requirements.join(' ')} for it here`,
    ],
  ]
  for (const [program, words, missing] of steps) {
    const { status, stderr } = spawnSync(program, words, { encoding: 'utf8', timeout: 240_000 })
    if (status === 0) continue
    remove()
    const [last = ''] = (stderr ?? '').trim().split('\n').slice(-1)
    return { missing: `SKIPPED, for ${missing} (${last})` }
  }
  return { python: join(folder, 'bin', 'python'), remove }
}
