// Hashes parts in a worker thread: on the event loop, 243 MB would block every answer for 150 ms.

import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'

// As text, because a worker must start from plain JavaScript both in a checkout and when compiled.
const WORK = `
const { createHash } = require('node:crypto')
const { openSync, readSync, closeSync } = require('node:fs')
const { setTimeout: pause } = require('node:timers/promises')
const { parentPort } = require('node:worker_threads')
const hashFile = async (file, rest) => {
  const hash = createHash('sha256')
  const descriptor = openSync(file, 'r')
  try {
    const chunk = Buffer.allocUnsafe(1 << 20)
    for (;;) {
      const began = performance.now()
      const read = readSync(descriptor, chunk, 0, chunk.length, null)
      if (read === 0) return hash.digest('hex')
      hash.update(chunk.subarray(0, read))
      if (rest > 0) await pause(rest * (performance.now() - began))
    }
  } finally {
    closeSync(descriptor)
  }
}
parentPort.on('message', ({ file, rest }) => {
  hashFile(file, rest).then(
    (sha256) => parentPort.postMessage({ file, sha256 }),
    (error) => parentPort.postMessage({ file, fault: String(error) }),
  )
})
`

/** A file hashed again is read in the background: for each millisecond of work, the thread rests this many. */
const REST = 4

export interface PartHasher {
  /** SHA-256 of a file's bytes, in hex; cached while the file (dev, ino, size, mtime, ctime) does not change. */
  hash(file: string): Promise<string>
  /** Like `hash`, but reads the bytes again, slowly. */
  hashAgain(file: string): Promise<string>
  close(): Promise<void>
}

/** Entries. `watch` creates a new file with each publication, and requests may name any kept bundle. */
const FILES_MAX = 4096

/** Hashes by identity of the file. */
export type KnownHashes = LRUCache<string, string>

export function createKnownHashes(): KnownHashes {
  return new LRUCache({ max: FILES_MAX })
}

interface Waiting {
  resolve(sha256: string): void
  reject(error: Error): void
}

/** @param known may be shared by several hashers */
export function createPartHasher(known: KnownHashes): PartHasher {
  const waiting = new Map<string, Waiting[]>()
  let worker: Worker | undefined

  const settle = (file: string, end: (one: Waiting) => void): void => {
    const all = waiting.get(file) ?? []
    waiting.delete(file)
    for (const one of all) end(one)
    // An idle worker must not keep the process alive.
    if (waiting.size === 0) worker?.unref()
  }
  const start = (): Worker => {
    const started = new Worker(WORK, { eval: true, execArgv: [] })
    started.on('message', ({ file, sha256, fault }: { file: string; sha256?: string; fault?: string }) =>
      settle(file, (one) => (sha256 === undefined ? one.reject(new Error(fault ?? file)) : one.resolve(sha256))),
    )
    started.on('error', (error) => {
      worker = undefined
      for (const file of [...waiting.keys()]) settle(file, (one) => one.reject(error))
    })
    return started
  }

  const identify = async (file: string): Promise<string> => {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`
  }
  const read = async (file: string, identity: string, rest: number): Promise<string> => {
    const sha256 = await new Promise<string>((resolve, reject) => {
      worker ??= start()
      worker.ref()
      const others = waiting.get(file)
      if (others) others.push({ resolve, reject })
      else {
        waiting.set(file, [{ resolve, reject }])
        worker.postMessage({ file, rest })
      }
    })
    known.set(identity, sha256)
    return sha256
  }

  return {
    async hash(file) {
      const identity = await identify(file)
      return known.get(identity) ?? (await read(file, identity, 0))
    },
    hashAgain: async (file) => read(file, await identify(file), REST),
    async close() {
      await worker?.terminate()
      worker = undefined
      for (const file of [...waiting.keys()]) settle(file, (one) => one.reject(new Error('the server is stopping')))
    },
  }
}
