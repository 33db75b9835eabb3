// A real `hustings watch --json`, its output, and a check that its events lead to the data served now.

import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import { openServed } from '../../build/publish/bundle-reader.ts'
import { parseBodies, parseFields } from '../../build/publish/diff.ts'
import { changingFields, event } from '../../data/schema/event.ts'
import type { Paths } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { type Ended, ended, start } from './hustings.ts'

const change = z.object({
  at: z.string(),
  files: z.array(z.string()),
  sources: z.array(
    z.object({
      source_id: z.string(),
      status: z.string(),
      error: z.string().nullable(),
      issue_count: z.number(),
      issues: z.array(z.object({ file: z.string(), line: z.number().nullable(), code: z.string() })),
    }),
  ),
  publication: z.number().nullable(),
  published: z.boolean(),
  head: z.string().nullable(),
  created: z.number(),
  updated: z.number(),
  deleted: z.number(),
  fault: z.string().nullable(),
  seconds: z.number(),
})
export type Change = z.infer<typeof change>

export interface Watching {
  child: ChildProcess
  /** Everything it has printed; the first is about changes from before its start. */
  changes: readonly Change[]
  /** Waits for the next change that no call has returned yet. */
  next(): Promise<Change>
  /** Resolves once it has printed this to stderr, earlier or now. */
  said(pattern: RegExp): Promise<void>
  end: Promise<Ended>
}

/** Follows the sample's files in a mirror; ready after its first check for changes. */
export async function startWatch(folder: string, mirror: string): Promise<Watching> {
  const watching = startWatchNow(folder, mirror)
  await watching.next()
  return watching
}

/** @param mirror default: the project's own files */
export function startWatchNow(folder: string, mirror?: string): Watching {
  const child = start(folder, 'watch', '--sample', '--json', ...(mirror === undefined ? [] : ['--mirror', mirror]))
  const changes: Change[] = []
  let [text, said, given] = ['', '', 0]
  let hasEnded = false
  child.stdout?.on('data', (chunk) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    changes.push(...lines.map((line) => change.parse(JSON.parse(line))))
  })
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const end = ended(child).finally(() => {
    hasEnded = true
  })
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    // Only what hangs is ended: the first change builds the sample, which takes minutes on a busy machine.
    const deadline = performance.now() + 300_000
    while (!holds()) {
      if (hasEnded || performance.now() > deadline)
        throw new Error(`${hasEnded ? 'it ended' : 'five minutes passed'} before ${what}: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    child,
    changes,
    end,
    async next() {
      const nth = given++
      await until(`its change ${nth + 1}`, () => changes.length > nth)
      const got = changes[nth]
      if (!got) throw new Error('unreachable')
      return got
    },
    said: (pattern) => until(String(pattern), () => pattern.test(said)),
  }
}

export interface Ledger {
  /** Applies every new event in order; throws if the result differs from the data served now. @returns their types and statements */
  settle(): Promise<string[]>
}

/** A ledger that starts from the data served now. */
export async function openLedger(paths: Paths): Promise<Ledger> {
  const first = await loadServed(paths)
  const held = first.served
  let seq = first.seq
  const ids = new Set<string>()
  return {
    async settle() {
      const now = await loadServed(paths, seq)
      for (const one of now.events) {
        if (ids.has(one.id)) throw new Error(`${one.id} came twice`)
        ids.add(one.id)
        const { id } = one.endorsement
        const was = held.get(id)
        if ((was === undefined) !== (one.type === 'endorsement.created'))
          throw new Error(`${one.type} of ${id}, which was ${was ?? 'not there'}`)
        if (one.type === 'endorsement.deleted') held.delete(id)
        else held.set(id, JSON.stringify(changingFields.parse(one.endorsement)))
      }
      seq = now.seq
      const differ = [...new Set([...held.keys(), ...now.served.keys()])].filter(
        (id) => held.get(id) !== now.served.get(id),
      )
      if (differ.length > 0) throw new Error(`${differ.length} endorsements are not as their events say: ${differ[0]}`)
      return now.events.map(({ type, endorsement: { statement } }) => `${type.split('.')[1]} ${statement}`)
    },
  }
}

async function loadServed(paths: Paths, after?: number) {
  const state = await openState(paths)
  try {
    const head = await state.head()
    if (!head) throw new Error('nothing is published')
    const bundle = openServed(paths, head.bundle)
    const served = new Map<number, string>()
    for (const one of bundle.walk())
      served.set(one.id, JSON.stringify(changingFields.parse(parseFields(parseBodies(one)))))
    bundle.close()
    const range = { after: after ?? head.seq, through: head.seq, limit: 10_000 }
    const events = (await state.events(range)).map(({ body }) => event.parse(JSON.parse(body)))
    return { served, seq: head.seq, events }
  } finally {
    await state.close()
  }
}
