// Schedules long work fairly. Work runs in slices, one slice per turn of the event loop. Each account may have a few pieces
// running and a few more waiting.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Steps } from '../read/sliced-work.ts'
import { AREA_ANSWERS_AT_ONCE, AREA_ANSWERS_WAITING } from './limits.ts'

/** @setting Milliseconds for which a long answer is computed before the event loop runs again. */
const WORK_SLICE_MS = 4
/** @setting Milliseconds of other work after a slice from which the process counts as busy with other requests. */
const WORK_BUSY_MS = 0.25
/** @setting Time that other requests get after a slice while they are being answered, as a multiple of the slice's. */
const WORK_OTHERS_TIMES = 2
/** @setting Most milliseconds that an answer about an area waits for its turn. */
const WORK_WAIT_MS = 30_000

/** Seconds. */
const RETRY_AFTER = 5

/** Permission to run one piece of an account's work. */
export interface WorkPermit {
  /** Runs all steps. Rejects with the error that a step throws, or with an AbortError after `end`. */
  run<Result>(steps: Steps<Result>): Promise<Result>
  /** May be called twice. */
  end(): void
}

export type LongWork = ReturnType<typeof createLongWork>

interface Task {
  account: number
  /** Returns true when the task is settled. */
  step(): boolean
  abort(): void
}

interface AccountWork {
  atWork: number
  waiting: (() => void)[]
}

const LIMITS = { atOnce: AREA_ANSWERS_AT_ONCE, waiting: AREA_ANSWERS_WAITING, waitMs: WORK_WAIT_MS }

/** @param steady milliseconds on a clock that never jumps */
export function createLongWork(steady: () => number, limits = LIMITS) {
  const accounts = new Map<number, AccountWork>()
  const slices = createSlices(steady)

  const workOf = (account: number): AccountWork => {
    const work = accounts.get(account) ?? { atWork: 0, waiting: [] }
    accounts.set(account, work)
    return work
  }
  const waitForTurn = (work: AccountWork, gone: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (work.waiting.length >= limits.waiting) return reject(tooMuch())
      const stop = (): void => {
        clearTimeout(timer)
        gone.removeEventListener('abort', leave)
      }
      const begin = (): void => {
        stop()
        resolve()
      }
      const giveUp = (fault: Error): void => {
        stop()
        work.waiting.splice(work.waiting.indexOf(begin), 1)
        reject(fault)
      }
      const leave = (): void => giveUp(abortError())
      const timer = setTimeout(() => giveUp(tooMuch()), limits.waitMs)
      gone.addEventListener('abort', leave)
      work.waiting.push(begin)
    })
  const passOn = (account: number, work: AccountWork): void => {
    const next = work.waiting.shift()
    // The slot passes to the next waiter, so that no later request can take it first.
    if (next) next()
    else work.atWork -= 1
    if (work.atWork === 0) accounts.delete(account)
  }

  return {
    /**
     * Waits until the account may start another piece.
     * @throws ApiError 429 if too many of the account's pieces are waiting, or if this one has waited too long; AbortError if
     * `gone` aborts.
     */
    async begin(account: number, gone: AbortSignal): Promise<WorkPermit> {
      gone.throwIfAborted()
      const work = workOf(account)
      if (work.atWork < limits.atOnce) work.atWork += 1
      else await waitForTurn(work, gone)
      const tasks = new Set<Task>()
      let ended = false
      return {
        run: (steps) =>
          new Promise((resolve, reject) => {
            if (ended) return reject(abortError())
            const task: Task = {
              account,
              step() {
                try {
                  const { done, value } = steps.next()
                  if (!done) return false
                  resolve(value)
                } catch (fault) {
                  reject(fault)
                }
                tasks.delete(task)
                return true
              },
              abort: () => reject(abortError()),
            }
            tasks.add(task)
            slices.add(task)
          }),
        end() {
          if (ended) return
          ended = true
          for (const task of tasks) slices.drop(task)
          passOn(account, work)
        },
      }
    },
  }
}

/** Runs tasks round-robin by account. */
function createSlices(steady: () => number): { add(task: Task): void; drop(task: Task): void } {
  /** By account, in the order of their turns. */
  const queues = new Map<number, Task[]>()
  let planned = false
  let last = { ended: Number.NEGATIVE_INFINITY, took: 0 }

  const next = (): Task | undefined => {
    const [first] = queues
    if (!first) return undefined
    const [account, tasks] = first
    const task = tasks.shift()
    queues.delete(account)
    if (tasks.length > 0) queues.set(account, tasks)
    return task
  }
  const add = (task: Task): void => {
    const tasks = queues.get(task.account)
    if (tasks) tasks.push(task)
    else queues.set(task.account, [task])
    plan()
  }
  const plan = (): void => {
    if (planned) return
    planned = true
    // Runs after this turn's sockets have been read.
    setImmediate(() => {
      const others = steady() - last.ended
      const due = last.took * WORK_OTHERS_TIMES
      if (others > WORK_BUSY_MS && others < due) setTimeout(slice, due - others)
      else slice()
    })
  }
  const slice = (): void => {
    const began = steady()
    while (steady() - began < WORK_SLICE_MS) {
      const task = next()
      if (!task) break
      let settled = false
      while (!settled && steady() - began < WORK_SLICE_MS) settled = task.step()
      if (!settled) add(task)
    }
    const ended = steady()
    last = { ended, took: ended - began }
    planned = false
    if (queues.size > 0) plan()
  }
  return {
    add,
    drop(task) {
      const tasks = queues.get(task.account)?.filter((one) => one !== task)
      if (tasks && tasks.length > 0) queues.set(task.account, tasks)
      else queues.delete(task.account)
      task.abort()
    },
  }
}

function tooMuch(): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    `The account has too many area requests running and waiting: retry in ${RETRY_AFTER} s.`,
    { retryAfter: RETRY_AFTER },
  )
}

function abortError(): Error {
  return new DOMException('The work was ended.', 'AbortError')
}
