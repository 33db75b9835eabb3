// Run as a process with little memory: reads each hostile file of a module and prints what became of it, a line each.

import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { SourceError } from '../../../ingest/read/source.ts'
import type { HostileCase, Outcome } from './case.ts'
import { type ReaderName, readers } from './readers.ts'

const [module = ''] = process.argv.slice(2)
const { cases } = z.object({ cases: z.custom<readonly HostileCase[]>(Array.isArray) }).parse(await import(module))
const soundTimes = new Map<ReaderName, number>()

for (const one of cases) console.log(JSON.stringify(await readHostile(one)))

async function readHostile({ reader, what, bytes }: HostileCase): Promise<Outcome> {
  const { name, read } = readers[reader]
  const sound = soundTimes.get(reader) ?? (await timeSound(reader))
  soundTimes.set(reader, sound)
  const file = { name, url: `https://example.org/${name}`, bytes: await bytes() }
  globalThis.gc?.()
  const before = startPeak()
  const start = performance.now()
  let [gave, error]: [number | null, Outcome['error']] = [null, null]
  try {
    gave = await read(file)
  } catch (thrown) {
    error = {
      name: thrown instanceof SourceError ? 'SourceError' : thrown instanceof Error ? thrown.name : typeof thrown,
      message: thrown instanceof Error ? thrown.message : String(thrown),
    }
  }
  const milliseconds = performance.now() - start
  return { what, gave, error, milliseconds, sound, megabytes: peak() - before, length: file.bytes.length }
}

/** The better of two: the first is read by code that the engine has not seen yet. */
async function timeSound(reader: ReaderName): Promise<number> {
  const { name, read, sound } = readers[reader]
  const file = { name, url: `https://example.org/${name}`, bytes: await sound() }
  const times: number[] = []
  for (let turn = 0; turn < 2; turn++) {
    const start = performance.now()
    await read(file)
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

/** @returns megabytes that the process has now; Linux counts its peak from here on, others from its start */
function startPeak(): number {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
  return process.memoryUsage().rss / 2 ** 20
}

function peak(): number {
  const kilobytes =
    process.platform === 'linux'
      ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
      : process.resourceUsage().maxRSS
  return kilobytes / 1024
}
