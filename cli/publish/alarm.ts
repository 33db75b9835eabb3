// Raises the operator's alarm for sources that failed night after night: a command gets the alarm as JSON, or an https address does.

import { spawn } from 'node:child_process'
import type { AlarmSettings } from '../../data/store/paths.ts'
import { ALARM_TIMEOUT_MS } from '../constants.ts'
import { firstLine, formatNumberOf, logToStderr } from '../output.ts'
import type { StaleSource } from './stale.ts'

export interface Alarm {
  /** One sentence. */
  message: string
  sources: readonly StaleSource[]
}

/** Undefined if no source failed on that many nights. */
export function findAlarm(stale: readonly StaleSource[], nights: number): Alarm | undefined {
  const sources = stale.filter(({ failed_nights }) => failed_nights >= nights)
  if (sources.length === 0) return undefined
  const message = `${formatNumberOf(sources.length, 'source')} failed on ${formatNumberOf(nights, 'night')} or more: ${sources.map(({ source_id }) => source_id).join(', ')}`
  return { message, sources }
}

/** An alarm that cannot be raised is itself reported. */
export async function raiseAlarm(
  alarm: Alarm,
  { command, url }: Pick<AlarmSettings, 'command' | 'url'>,
): Promise<void> {
  const body = JSON.stringify(alarm)
  const attempts = [
    ...(command === undefined ? [] : [{ to: 'HUSTINGS_ALARM_COMMAND', raise: () => runAlarm(command, body) }]),
    ...(url === undefined ? [] : [{ to: url.host, raise: () => postAlarm(url, body) }]),
  ]
  for (const { to, raise } of attempts)
    await raise().catch((fault: unknown) => logToStderr(`hustings: the alarm did not reach ${to}: ${firstLine(fault)}`))
}

function runAlarm(command: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], timeout: ALARM_TIMEOUT_MS })
    child.on('error', reject)
    child.on('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`)),
    )
    // A command that does not read the alarm closes the pipe.
    child.stdin.on('error', () => undefined)
    child.stdin.end(body)
  })
}

async function postAlarm(url: URL, body: string): Promise<void> {
  const { request } = await import('undici')
  const { statusCode, body: reply } = await request(url, {
    ...{ method: 'POST', body, headers: { 'content-type': 'application/json' } },
    signal: AbortSignal.timeout(ALARM_TIMEOUT_MS),
  })
  await reply.dump()
  if (statusCode >= 300) throw new Error(`it answered ${statusCode}`)
}
