// Steps of a long command, shown on stderr: a tree on a terminal, plain lines elsewhere; and the request to stop between two of them.

import { Listr, ListrLogger, type ListrTask, ProcessOutput } from 'listr2'
import { logToStderr } from './output.ts'

export interface Show {
  /** Shows the progress of a part. */
  say(part: string, detail: string): void
  /** Shows that a part has ended, with its result. @param isNews a log has no line for a part without news: a nation has a thousand */
  end(part: string, detail: string, isNews?: boolean): void
}

export interface Step {
  title: string
  /** Parts known in advance, each a branch of the tree. */
  parts?: readonly string[]
  /** @returns the closing words, with counts */
  run(show: Show): Promise<string>
}

/** Below this width a tree is unreadable. A terminal that does not report its width has 0. */
const NARROWEST_TREE = 40
/** Rows reserved for the steps and their messages. */
const ROWS_LEFT = 10

/** A signal came: the running step has finished, and no further step starts. */
export class Stopped extends Error {
  constructor(title: string) {
    super(`stopped before "${title}"; completed work is kept.`)
    this.name = 'Stopped'
  }
}

/** Runs the steps in order. Stops at the first failure, or before the next step once `stop` is aborted. */
export async function runSteps(steps: readonly Step[], stop: AbortSignal): Promise<void> {
  const wide = process.stderr.isTTY && process.stdout.isTTY && process.stderr.columns >= NARROWEST_TREE
  if (wide) await runTree(steps, stop)
  else await runLines(steps, stop)
}

async function runLines(steps: readonly Step[], stop: AbortSignal): Promise<void> {
  for (const { title, parts = [], run } of steps) {
    if (stop.aborted) throw new Stopped(title)
    logToStderr(`${title}: begins`)
    const end = (part: string, detail: string, isNews = true): void => {
      if (isNews) logToStderr(`${title}: ${part}: ${detail}`)
    }
    // A log shows only the end of a known part, not its progress.
    const say = (part: string, detail: string): void => (parts.includes(part) ? undefined : end(part, detail))
    logToStderr(`${title}: ${await run({ say, end })}`)
  }
}

async function runTree(steps: readonly Step[], stop: AbortSignal): Promise<void> {
  const logger = new ListrLogger({ processOutput: new ProcessOutput(process.stderr, process.stdout) })
  const tasks = steps.map((step) => toTask(step, stop))
  await new Listr(tasks, {
    renderer: 'default',
    registerSignalListeners: false,
    rendererOptions: { logger, collapseSubtasks: false, collapseErrors: false, showErrorMessage: false },
  }).run()
}

function toTask({ title, parts = [], run }: Step, stop: AbortSignal): ListrTask {
  return {
    title,
    task: (_, task) => {
      if (stop.aborted) throw new Stopped(title)
      // A tree taller than the terminal cannot be redrawn: show many parts in turn on one line.
      const shown = parts.length <= process.stderr.rows - ROWS_LEFT ? parts : []
      const branches = new Map(shown.map((part) => [part, new Branch(part)]))
      const words = run({
        say: (part, detail) => {
          const branch = branches.get(part)
          if (branch) branch.say(detail)
          else task.output = `${part}: ${detail}`
        },
        end: (part, detail) => {
          const branch = branches.get(part)
          if (branch) branch.end(detail)
          else task.output = `${part}: ${detail}`
        },
      }).finally(() => {
        for (const branch of branches.values()) branch.close()
      })
      // A task without a title is hidden: this one ends the step or fails it.
      const closing: ListrTask = {
        task: async () => {
          task.title = `${title}: ${await words}`
        },
      }
      return task.newListr([...[...branches.values()].map((branch) => branch.toTask()), closing], { concurrent: true })
    },
    rendererOptions: { outputBar: 3 },
  }
}

/** A part as a branch of the tree, open until the step reports its end. */
class Branch {
  private detail: string | undefined
  private hasEnded = false
  private show: () => void = () => {}
  private resolve: () => void = () => {}
  private readonly closed = new Promise<void>((resolve) => {
    this.resolve = resolve
  })
  private readonly part: string

  constructor(part: string) {
    this.part = part
  }

  say(detail: string): void {
    this.detail = detail
    this.show()
  }

  end(detail: string): void {
    this.hasEnded = true
    this.say(detail)
    this.close()
  }

  close(): void {
    this.resolve()
  }

  toTask(): ListrTask {
    return {
      title: this.part,
      task: async (_, task) => {
        this.show = () => {
          if (this.detail !== undefined) task.title = `${this.part}: ${this.detail}`
        }
        this.show()
        await this.closed
        if (!this.hasEnded) task.skip(`${this.part}: not reached`)
      },
    }
  }
}

// Ctrl-C, or a service manager's stop, is a request to end between two steps.

interface Stop {
  signal: AbortSignal
  /** After this, a signal ends the process at once. */
  close(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Only the first signal is graceful: a second one finds no listener and ends the process. */
export function openStop(): Stop {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  for (const signal of SIGNALS) process.once(signal, abort)
  return {
    signal: stop.signal,
    close() {
      for (const signal of SIGNALS) process.off(signal, abort)
    },
  }
}
