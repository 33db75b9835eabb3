// Estimates how easily a password is guessed, with zxcvbn and the dictionaries of common passwords, words and names in its packages. It
// contacts no other service.

import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** @setting The lowest accepted strength of a password, from 0 to 4: 3 means more than 100 million guesses. */
const PASSWORD_SCORE_MIN = 3

/** Characters that are checked: work grows with the square of the length, and a longer password is at least as strong as its start. */
const LENGTH_MAX = 40
/** Combinations of substitutions (4 for A, 1 for I) that are tried; with the library's default of 100 a password takes seconds. */
const SUBSTITUTIONS_MAX = 3
/** Milliseconds after which an idle thread ends and frees its 70 MB. */
const IDLE_MS = 60_000

// Text, because a worker starts from plain JavaScript, both in a checkout and compiled.
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
 * Runs in its own thread: loading dictionaries and searching would block the event loop.
 * @param words guesses of a person who knows the account, such as its name
 * @returns why the password is refused; undefined if it is accepted
 */
export async function findWeakness(password: string, words: readonly string[]): Promise<string | undefined> {
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word !== '')
  const { score, warning } = await rate(password.normalize('NFKC').slice(0, LENGTH_MAX), ['hustings', ...parts])
  if (score >= PASSWORD_SCORE_MIN) return undefined
  const hint = warning === null || warning === '' ? '' : ` ${warning}`
  return `expected a password that is hard to guess, and this one is easy:${hint || ' it is short or made of common words.'} A few unrelated words make a good password`
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
