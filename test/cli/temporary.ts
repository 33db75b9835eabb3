// Helpers for tests of commands: a mirror that is deleted after the last test, alarms, and how a command ends and a finding reads.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Finding } from '../../cli/operate/doctor/finding.ts'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'

/** The sample's files in a folder that the tests of a file change. */
export function shareMirror(): Mirror {
  const mirror = sampleMirror()
  afterAll(mirror.remove)
  return mirror
}

/** The alarms of nightlies, which the setting keeps in a file of the folder. */
export function keepAlarms(folder: string) {
  const file = join(folder, 'alarms')
  return {
    setting: { HUSTINGS_ALARM_COMMAND: `cat >> '${file}'; echo >> '${file}'` },
    /** Their messages since the last call. */
    take(): string[] {
      if (!existsSync(file)) return []
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      rmSync(file)
      return lines.map((line) => JSON.parse(line).message)
    },
  }
}

/** Of a command: its exit code, and a part of its stderr. */
export const ends = (code: number, said: string | RegExp) => ({ code, stderr: holding(said) })

/** Of a finding of `doctor`: its status, and a part of its text. */
export const finds = (status: Finding['status'], said: string | RegExp) => ({ status, found: holding(said) })

const holding = (said: string | RegExp) =>
  typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said)
