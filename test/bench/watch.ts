// A watch and a server as processes of their own, a stream that is read, and the steps of a change.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { hustings } from '../cli/hustings.ts'
import { median } from './compare.ts'

export const STEPS = ['rest', 'lock', 'ingest', 'build', 'publish'] as const

/** Medians; `rest` is until the file was quiet, `told` from the publication to the stream, and what is left. */
export type Steps = Record<(typeof STEPS)[number] | 'told', number>

/** Processes to end, in their order. */
export function keepChildren() {
  const children: { child: ChildProcess; closed: Promise<unknown> }[] = []
  return {
    keep(child: ChildProcess): ChildProcess {
      children.push({ child, closed: once(child, 'exit') })
      return child
    },
    async endAll(): Promise<void> {
      for (const { child, closed } of children) {
        if (child.connected) child.disconnect()
        else child.kill('SIGTERM')
        await closed
      }
    },
  }
}

/** @param flags that name the family */
export async function makeKey(root: string, account: string, flags: readonly string[]): Promise<string> {
  await hustings(root, 'accounts', 'create', account, '--plan', 'unlimited', ...flags)
  await hustings(root, 'accounts', 'approve', account, ...flags)
  const { stdout } = await hustings(root, 'keys', 'create', '--account', account, '--json', ...flags)
  return z.object({ key: z.string() }).parse(JSON.parse(stdout)).key
}

/** @returns waits for the next event, and gives the instant at which it came */
export async function followStream(url: string, key: string): Promise<() => Promise<number>> {
  let hear: (at: number) => void = () => undefined
  await new Promise<void>((resolve, reject) => {
    const asked = get(`${url}/v1/stream`, { headers: { Authorization: `Bearer ${key}` }, agent: false }, (reply) => {
      const parser = createParser({
        onEvent: ({ event }) => (event === 'ready' ? resolve() : hear(performance.now())),
      })
      reply.on('data', (chunk: Buffer) => parser.feed(chunk.toString('utf8')))
      if (reply.statusCode !== 200) reject(new Error(`the stream answered ${reply.statusCode}`))
      reply.on('error', () => undefined)
    })
    asked.on('error', reject)
  })
  return () =>
    new Promise((resolve) => {
      hear = resolve
    })
}

/** @param rounds the milliseconds of each step */
export function mediansOf(rounds: readonly Steps[]): Steps {
  const of = (step: keyof Steps): number => median(rounds.map((one) => one[step]))
  const [rest, lock, ingest] = [of('rest'), of('lock'), of('ingest')]
  return { rest, lock, ingest, build: of('build'), publish: of('publish'), told: of('told') }
}

export function presentSteps(steps: Readonly<Record<string, number>>): string {
  return Object.entries(steps)
    .map(([step, took]) => `${step} ${took.toFixed(0)}`)
    .join(', ')
}
