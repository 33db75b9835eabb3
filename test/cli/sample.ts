// The folder of the sample after one nightly, made once per test run and copied for each file that needs it.

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { type Ended, runCommand } from './hustings.ts'

/**
 * @param folder filled with the contents of HUSTINGS_VAR after `hustings nightly --sample`
 * @returns the end of that nightly, and the folder in which it ran
 */
export async function copySample(folder: string): Promise<Ended & { made: string }> {
  const made = join(inject('runFolder'), 'sample')
  const report = `${made}.json`
  if (isFirst(made)) {
    const ended = await runCommand(made, 'nightly', '--sample').catch((error) => ({ failed: String(error) }))
    writeFileSync(`${report}.writing`, JSON.stringify(ended))
    renameSync(`${report}.writing`, report)
  }
  while (!existsSync(report)) await setTimeout(100)
  const ended: Ended = JSON.parse(readFileSync(report, 'utf8'))
  expect(ended).toMatchObject({ code: 0 })
  cpSync(made, folder, { recursive: true })
  return { ...ended, made }
}

/** Shared by all processes of the run. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
