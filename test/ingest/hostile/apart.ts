import { spawn } from 'node:child_process'
import { z } from 'zod'
import { projectFile } from '../../../data/store/paths.ts'
import { ended } from '../../cli/hustings.ts'
import type { Outcome } from './case.ts'

/** Far below the memory of a nightly. */
const HEAP_MEGABYTES = 256
const TIMEOUT_MS = 200_000

const outcome = z.object({
  what: z.string(),
  gave: z.number().nullable(),
  error: z.object({ name: z.string(), message: z.string() }).nullable(),
  milliseconds: z.number(),
  sound: z.number(),
  megabytes: z.number(),
  length: z.number(),
})

/**
 * Reads the cases of a module of this folder in a process of 256 MB. Throws where it crashes, or hangs, and says at which.
 * @param before words of a command that runs it
 * @param named variables of its environment
 */
export async function readApart(
  module: string,
  { before = [], named = {} }: { before?: readonly string[]; named?: Readonly<Record<string, string>> } = {},
): Promise<Outcome[]> {
  const script = projectFile('test', 'ingest', 'hostile', 'reading.ts')
  const node = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--expose-gc', '--import', 'tsx', script, `./${module}`]
  const [command = process.execPath, ...words] = [...before, process.execPath, ...node]
  const child = spawn(command, words, {
    env: { ...process.env, ...named },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  const { code, stdout, stderr } = await ended(child)
  clearTimeout(timer)
  const outcomes = stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => outcome.parse(JSON.parse(line)))
  if (code === 0) return outcomes
  const reason = /^.*(FATAL|Error).*$/m.exec(stderr)?.[0] ?? stderr.slice(-500)
  throw new Error(`${module}: the process ended with ${code} after "${outcomes.at(-1)?.what ?? 'nothing'}": ${reason}`)
}
