// How easily a password is guessed, by zxcvbn over dictionaries of common passwords, words and names that lie in its packages: nothing is
// asked of anybody.

import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { PASSWORD_SCORE_MIN } from './constants.ts'

/** Characters that are looked at: the work rises with the square of the length, and longer ones are as strong as their beginning. */
const LENGTH_MAX = 40
/** Ways to read 4 as A or 1 as I that are tried together; with the library's 100 a password takes seconds. */
const SUBSTITUTIONS_MAX = 3
/** An idle thread keeps its 70 MB so long. */
const IDLE_MS = 60_000

// As text, because a worker starts from plain JavaScript, in a checkout as well as compiled.
const WORK = `
const { parentPort, workerData } = require('node:worker_threads')
const [core, common, english] = workerData.modules.map((path) => require(path))
const checker = new core.ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  l33tMaxSubstitutions: workerData.substitutions,
})
parentPort.on('message', ({ id, password, words }) => {
  const { score, feedback } = checker.check(password, words)
  parentPort.postMessage({ id, score, warning: feedback.warning })
})
`
const { resolve } = createRequire(import.meta.url)
const MODULES = ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/language-en']

interface Rating {
  score: number
  warning: string | null
}

let worker: Worker | undefined
let next = 0
let idle: NodeJS.Timeout | undefined
const waiting = new Map<number, { resolve(rating: Rating): void; reject(error: Error): void }>()

/**
 * In a thread of its own: dictionaries and search would stop the event loop.
 * @param words what somebody who knows the account tries first, such as its name
 * @returns why the password may not be set; undefined where it may
 */
export async function findWeakness(password: string, words: readonly string[]): Promise<string | undefined> {
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word !== '')
  const { score, warning } = await rate(password.normalize('NFKC').slice(0, LENGTH_MAX), ['hustings', ...parts])
  if (score >= PASSWORD_SCORE_MIN) return undefined
  const hint = warning === null || warning === '' ? '' : ` ${warning}`
  return `expected a password that is hard to guess, and this one is easy:${hint || ' it is short, or of common words.'} A few unrelated words make a good one`
}

function rate(password: string, words: readonly string[]): Promise<Rating> {
  worker ??= start()
  worker.ref()
  clearTimeout(idle)
  const id = next++
  const rated = new Promise<Rating>((resolve, reject) => waiting.set(id, { resolve, reject }))
  worker.postMessage({ id, password, words })
  return rated
}

function start(): Worker {
  const workerData = { modules: MODULES.map((name) => resolve(name)), substitutions: SUBSTITUTIONS_MAX }
  const started = new Worker(WORK, { eval: true, execArgv: [], workerData })
  started.on('message', ({ id, ...rating }: Rating & { id: number }) => {
    waiting.get(id)?.resolve(rating)
    waiting.delete(id)
    if (waiting.size > 0) return
    // An idle thread must not keep the process alive.
    started.unref()
    idle = setTimeout(() => {
      if (worker === started) worker = undefined
      void started.terminate()
    }, IDLE_MS).unref()
  })
  started.on('error', (error) => {
    if (worker === started) worker = undefined
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  })
  return started
}
