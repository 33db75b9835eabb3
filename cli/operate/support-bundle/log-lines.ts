// The last lines of a log, field by field. A field without a known form is left out.

import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import { ownVariables } from '../../../data/store/paths.ts'
import { SUPPORT_LOG_BYTES, SUPPORT_LOG_LINES } from '../../constants.ts'
import { maskWords, type Redact } from './redact.ts'

const word = z.string().regex(/^[a-z_]{1,60}$/)
const fields: Readonly<Record<string, z.ZodType>> = {
  level: z.int().min(0).max(100),
  time: z.number(),
  request_id: z.string().regex(/^req_[0-9a-f-]{1,40}$/),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']),
  route: z.string().regex(/^(none|\/[a-z0-9_/{}:*.-]{0,80})$/),
  status: z.int().min(100).max(599),
  duration: z.number(),
  error: word.nullable(),
  refused: word.nullable(),
  fault: z.string().regex(/^[A-Z][A-Za-z]{0,40}$/),
  at: z.array(z.string().regex(/^[\w ./<>[\]()-]{1,200}:\d{1,6}(:\d{1,6})?\)?$/)),
}

/** A line of the program's log, or the small words of another line. */
function keepLine(line: string, redact: Redact): string {
  const masked = (): string => maskWords(redact(line))
  if (!line.startsWith('{')) return masked()
  try {
    const read = z.record(z.string(), z.unknown()).parse(JSON.parse(line))
    const kept = Object.entries(fields).flatMap(([name, form]) => {
      const parsed = form.safeParse(read[name])
      return parsed.success && read[name] !== undefined ? [[name, parsed.data]] : []
    })
    const { msg } = read
    return JSON.stringify({
      ...Object.fromEntries(kept),
      ...(typeof msg === 'string' ? { msg: maskWords(redact(msg)) } : {}),
    })
  } catch {
    return masked()
  }
}

export interface LogLines {
  from: string
  lines: string[]
}

/** @param given a file; default: that of HUSTINGS_LOG_FILE, else the journal. Throws if the given file cannot be read. */
export function loadLogLines(given: string | undefined, redact: Redact): LogLines | undefined {
  const file = given ?? ownVariables().get('HUSTINGS_LOG_FILE')
  const found =
    file !== undefined && (given !== undefined || existsSync(file))
      ? { from: 'a file', text: readEnd(file) }
      : { from: 'the journal', text: readJournal() }
  if (found.text === '') return undefined
  const lines = found.text.split('\n').filter((line) => line !== '')
  return { from: found.from, lines: lines.slice(-SUPPORT_LOG_LINES).map((line) => keepLine(line, redact)) }
}

function readEnd(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, SUPPORT_LOG_BYTES))
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.toString('utf8')
    // The first line may be half a line.
    return size > bytes.length ? text.slice(text.indexOf('\n') + 1) : text
  } finally {
    closeSync(descriptor)
  }
}

const UNITS = ['hustings', 'hustings-nightly', 'hustings-watch']

/** Empty without systemd, or if this user may not read the journal. */
function readJournal(): string {
  const options = [
    '-q',
    '--no-pager',
    '-o',
    'cat',
    '-n',
    String(SUPPORT_LOG_LINES),
    ...UNITS.map((unit) => `-u${unit}`),
  ]
  const { status, stdout } = spawnSync('journalctl', options, { encoding: 'utf8', maxBuffer: SUPPORT_LOG_BYTES })
  return status === 0 ? stdout : ''
}
