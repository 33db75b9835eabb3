// Tells when to check the files again: on the kernel's events for their folders, and in slow rounds for file systems without events.
// chokidar 5 is not used: after a watched folder is replaced, or its link names another folder, it sends no more events, so that every
// later edit waits for the slow round. test/cli/watch-hints.long.test.ts checks this.

import { type FSWatcher, watch } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { WATCH_GATHER_MS, WATCH_ROUND_MS } from '../../constants.ts'

interface Hints {
  /** Waits until a file may have changed, the time has passed, or `stop` is aborted. */
  next(milliseconds: number): Promise<void>
  /** Replaces the paths. */
  follow(paths: readonly string[]): void
  /** Ends the wait. */
  wake(): void
  close(): void
}

/** @param first `*` as the name of a file stands for each file of the folder @param stop ends a wait at once */
export async function openHints(first: readonly string[], stop: AbortSignal): Promise<Hints> {
  let paths = first
  const watchers = new Map<string, FSWatcher>()
  let hinted = false
  let wake: (() => void) | undefined
  const hint = (): void => {
    hinted = true
    wake?.()
  }

  /** Watches the folders that exist now, links followed, and drops those that are gone. */
  const follow = async (): Promise<void> => {
    const found = await findFolders(paths)
    for (const [key, watcher] of watchers)
      if (!found.has(key)) {
        watcher.close()
        watchers.delete(key)
      }
    for (const [key, { folder, names }] of found) {
      if (watchers.has(key)) continue
      const watcher = watchFolder(folder, (name) =>
        name === null || names.has('*') || names.has(name) ? hint() : undefined,
      )
      if (!watcher) continue
      // The next round retries.
      watcher.on('error', () => {
        watcher.close()
        watchers.delete(key)
      })
      watchers.set(key, watcher)
    }
  }

  let followed = performance.now()
  await follow()
  return {
    async next(milliseconds) {
      if (performance.now() - followed >= WATCH_ROUND_MS) {
        await follow()
        followed = performance.now()
      }
      await pause(WATCH_GATHER_MS, stop, () => {})
      if (!hinted)
        await pause(Math.min(milliseconds, WATCH_ROUND_MS) - WATCH_GATHER_MS, stop, (resolve) => {
          wake = resolve
        })
      wake = undefined
      hinted = false
    },
    follow(current) {
      if (current.join('\n') === paths.join('\n')) return
      paths = current
      followed = Number.NEGATIVE_INFINITY
    },
    wake: hint,
    close() {
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

function pause(milliseconds: number, stop: AbortSignal, begin: (resolve: () => void) => void): Promise<void> {
  if (stop.aborted || milliseconds <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    stop.addEventListener('abort', end)
    begin(end)
  })
}

function watchFolder(folder: string, see: (name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, (_, name) => see(name))
  } catch {
    // Too many watches, or a file system without them: the slow round finds the changes.
    return undefined
  }
}

/** The folders to watch as they are now: that of each file's name and, for a link, that of its target. */
async function findFolders(paths: readonly string[]): Promise<Map<string, { folder: string; names: Set<string> }>> {
  const found = new Map<string, { folder: string; names: Set<string> }>()
  for (const path of paths)
    for (const place of new Set([path, await realpath(path).catch(() => path)])) {
      const folder = await realpath(dirname(place)).catch(() => undefined)
      const known = folder === undefined ? undefined : await stat(folder).catch(() => undefined)
      if (folder === undefined || !known) continue
      const key = `${known.dev} ${known.ino} ${folder}`
      const { names } = found.get(key) ?? { names: new Set() }
      found.set(key, { folder, names: names.add(basename(place)) })
    }
  return found
}
