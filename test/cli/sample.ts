// Folders after one nightly, made once per test run and copied for each file that needs them.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { type Ended, runCommand } from './hustings.ts'

/**
 * @param folder filled with the contents of HUSTINGS_VAR after `hustings nightly --sample`
 * @returns the end of that nightly, and the folder in which it ran
 */
export const copySample = (folder: string) =>
  copyMade('sample', folder, (made) => runCommand(made, 'nightly', '--sample'))

/** @param name of a folder of the run @param make runs a nightly in that folder */
export async function copyMade(
  name: string,
  folder: string,
  make: (made: string) => Promise<Ended>,
): Promise<Ended & { made: string }> {
  const made = join(inject('runFolder'), name)
  const report = `${made}.json`
  if (isFirst(made)) {
    const ended = await make(made).catch((error) => ({ failed: String(error) }))
    writeFileSync(`${report}.writing`, JSON.stringify(ended))
    renameSync(`${report}.writing`, report)
  }
  while (!existsSync(report)) await setTimeout(100)
  const ended: Ended = JSON.parse(readFileSync(report, 'utf8'))
  expect(ended).toMatchObject({ code: 0 })
  cpSync(made, folder, { recursive: true })
  return { ...ended, made }
}

/** Names, sizes and times of the sample's files: a command that keeps nothing changes none. */
export function filesIn(folder: string): (string | number)[][] {
  return readdirSync(join(folder, 'sample'), { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, 'sample', name))
    return [name, size, mtimeMs]
  })
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
