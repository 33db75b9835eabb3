// Runs a program to its end, and reports its time and its memory at the peak.

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Measured {
  seconds: number
  /** Of its process at the peak, or of all watched processes together; NaN where /proc is missing. */
  peak_mb: number
  stdout: string
}

export interface MeasuredOptions {
  env?: Record<string, string>
  /** Written to its stdin. */
  input?: string
  /** Chooses processes by their command line, whose memory counts instead: those of a server that does the work. */
  watched?: RegExp
}

const SAMPLE_MS = 200

/** @throws with what it wrote to stderr, if it fails */
export async function measure(
  program: string,
  words: readonly string[],
  { env = {}, input = '', watched }: MeasuredOptions = {},
): Promise<Measured> {
  const started = performance.now()
  const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let [stdout, stderr, peak] = ['', '', 0]
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.end(input)
  const sample = (): void => {
    const kilobytes = watched ? sharedOut(watched) : statusOf(String(child.pid), 'status', /^VmHWM:\s+(\d+) kB$/m)
    peak = Math.max(peak, kilobytes)
  }
  const timer = setInterval(sample, SAMPLE_MS)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${stderr}`)
  return { seconds: (performance.now() - started) / 1000, peak_mb: peak === 0 ? Number.NaN : peak / 1024, stdout }
}

/** Kilobytes of the chosen processes; memory that several share counts once. */
function sharedOut(chosen: RegExp): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && chosen.test(readProc(name, 'cmdline')))
    .reduce((sum, process) => sum + statusOf(process, 'smaps_rollup', /^Pss:\s+(\d+) kB$/m), 0)
}

function statusOf(process: string, file: string, pattern: RegExp): number {
  return Number(pattern.exec(readProc(process, file))?.[1] ?? 0)
}

/** Empty if the process has ended. */
function readProc(process: string, file: string): string {
  try {
    return readFileSync(`/proc/${process}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
