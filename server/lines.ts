// Lines to a file or to stderr, gathered and written together, and never in the way of an answer: what the disk does not
// take, and what waits beyond the bound, is dropped and counted; the next line that gets through says how many are missing.

import cluster from 'node:cluster'
import { close, openSync, write } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Each write wakes a thread of the pool, at the price of a few answers. */
const GATHERED_CHARACTERS = 65_536
const FLUSH_MS = 500
const WAITING_CHARACTERS_MAX = 1 << 20
/** A pipe whose reader is slow is tried again after so long. */
const RETRY_MS = 50
const STDERR = 2
/** What a pipe takes whole, so that of several workers on one stderr none breaks another's line (PIPE_BUF). */
const PIPE_BYTES = 4096

const writeTo = promisify(write)
const closeFile = promisify(close)

export interface Lines {
  /** @param text whole lines */
  write(text: string): void
  /** Writes what waits, once, and closes. */
  close(): Promise<void>
}

/** @param file lines are added to its end; null is stderr. Throws a sentence where it cannot be opened. */
export function createLines(file: string | null): Lines {
  const descriptor = file === null ? STDERR : open(file)
  let waiting = ''
  let lost = 0
  let closing = false
  let closed: Promise<void> | undefined
  let writing: Promise<void> | undefined

  const shared = file === null && cluster.isWorker
  const writeLines = async (bytes: Buffer): Promise<void> => {
    for (let at = 0; at < bytes.length; ) {
      const end = shared ? bytes.lastIndexOf('\n', at + PIPE_BYTES - 1) + 1 : bytes.length
      // A line that is longer than that goes by itself.
      const piece = bytes.subarray(at, end > at ? end : bytes.indexOf('\n', at) + 1)
      await writeWhole(piece)
      at += piece.length
    }
  }
  const writeWhole = async (bytes: Buffer): Promise<void> => {
    for (let at = 0; at < bytes.length; ) {
      try {
        at += (await writeTo(descriptor, bytes, at, bytes.length - at)).bytesWritten
      } catch (fault) {
        if (closing || !isBusy(fault)) throw fault
        await wait(RETRY_MS)
      }
    }
  }
  const drain = async (): Promise<void> => {
    while (waiting !== '') {
      const [text, missing] = [waiting, lost]
      waiting = ''
      lost = 0
      const notice = missing > 0 ? `{"level":40,"lost_lines":${missing}}\n` : ''
      await writeLines(Buffer.from(notice + text)).catch(() => {
        lost += missing + countLines(text)
      })
    }
    writing = undefined
  }
  const pass = (): void => {
    if (waiting !== '') writing ??= drain()
  }
  const timer = setInterval(pass, FLUSH_MS)
  timer.unref()
  const end = async (): Promise<void> => {
    clearInterval(timer)
    closing = true
    pass()
    await writing
    if (descriptor !== STDERR) await closeFile(descriptor)
  }
  return {
    write(text) {
      if (closing) return
      if (waiting.length + text.length > WAITING_CHARACTERS_MAX) {
        lost += countLines(text)
        return
      }
      waiting += text
      if (waiting.length > GATHERED_CHARACTERS) pass()
    },
    close: () => {
      closed ??= end()
      return closed
    },
  }
}

function open(file: string): number {
  try {
    return openSync(file, 'a')
  } catch (fault) {
    throw new Error(`the log file ${file} cannot be opened (${fault instanceof Error ? fault.message : String(fault)})`)
  }
}

function isBusy(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'EAGAIN'
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}
