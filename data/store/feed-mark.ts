// How far the feed was published, kept beside the state: a state of an earlier time that was put back is known by it, and begins a
// new epoch, since it would give the numbers of events that readers have already to other ones.

import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Paths } from './paths.ts'
import { replaceFile } from './replace.ts'
import type { Head, State } from './state/state.ts'

const mark = z.object({
  epoch: z.string(),
  /** Of the last event that was committed in it. */
  seq: z.number().int().nonnegative(),
  /** Epochs before this one, oldest first. */
  past: z.array(z.string()),
})
type Mark = z.infer<typeof mark>

type MarkPaths = Pick<Paths, 'mark'>

/** After each commit of the publisher's, and never before. It does not move back: requireMark is what looks at an earlier state. */
export function keepMark(paths: MarkPaths, { epoch, seq }: Pick<Head, 'epoch' | 'seq'>): void {
  const kept = findMark(paths)
  if (kept && (isEarlier(kept, { epoch, seq }) || (kept.epoch === epoch && kept.seq === seq))) return
  const past = kept ? [...kept.past, ...(kept.epoch === epoch ? [] : [kept.epoch])] : []
  replaceFile(paths.mark, `${JSON.stringify({ epoch, seq, past } satisfies Mark)}\n`)
}

/**
 * Whoever opens the state to publish or to serve asks first. Where the state is of an earlier time than the mark, a new epoch begins.
 * @returns the warning, a sentence
 */
export async function requireMark(
  paths: MarkPaths,
  state: Pick<State, 'head' | 'beginEpochAfter'>,
): Promise<string | undefined> {
  // Before the head: a publisher commits first and moves the mark then.
  const kept = findMark(paths)
  const head = await state.head()
  if (!kept || !head || !isEarlier(kept, head)) return undefined
  const { epoch, begun } = await state.beginEpochAfter(head.epoch)
  // Of processes that ask at once the first has begun it, and moves the mark.
  if (begun) keepMark(paths, { epoch, seq: head.seq })
  return `The state is of an earlier time: it is at event ${head.seq} of epoch ${head.epoch}, and event ${kept.seq} of epoch ${kept.epoch} was published already. Epoch ${epoch} begins: readers list /v1/endorsements again and follow from there.`
}

function isEarlier(kept: Mark, { epoch, seq }: Pick<Head, 'epoch' | 'seq'>): boolean {
  return kept.past.includes(epoch) || (kept.epoch === epoch && seq < kept.seq)
}

function findMark({ mark: file }: MarkPaths): Mark | undefined {
  if (!existsSync(file)) return undefined
  try {
    return mark.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Error(`${file}: it is no mark of the feed; delete it, and run: hustings events new-epoch`)
  }
}
