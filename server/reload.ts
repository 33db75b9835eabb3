// A reload of `serve --workers N`: the workers are replaced one by one. A new worker listens before the one that it replaces stops listening,
// so the port is never closed.

/** A worker as a reload sees it. */
interface Replaceable {
  pid: number | undefined
  /** Rejects with the reason why it could not listen. */
  listening: Promise<void>
  ended: Promise<unknown>
  /** Lets it finish its requests and end. */
  retire(): void
}

/** The place of one of the N workers. */
export interface Place<Worker> {
  /** Undefined while the next one waits for its start. */
  worker: Worker | undefined
}

interface Reloading<Worker> {
  places: readonly Place<Worker>[]
  fork(): Worker
  stopping: AbortSignal
  tell(sentence: string): void
}

/** @returns a function that begins a reload. If one is running, another follows it: the program may have changed in between. */
export function createReload<Worker extends Replaceable>({
  places,
  fork,
  stopping,
  tell,
}: Reloading<Worker>): () => void {
  /** Throws the reason why the new worker cannot serve; the old one then goes on. */
  const replace = async (place: Place<Worker>): Promise<void> => {
    const old = place.worker
    // Its next worker starts anyway, with the program on disk.
    if (old === undefined) return
    const next = fork()
    await next.listening
    if (stopping.aborted) return
    // The old worker has ended meanwhile, and another has taken its place already.
    if (place.worker !== old) return next.retire()
    place.worker = next
    old.retire()
    await old.ended
    tell(`Worker ${next.pid} has taken the place of worker ${old.pid}.`)
  }
  const reloadAll = async (): Promise<void> => {
    tell(`Reload: ${places.length} workers are replaced one by one, by the program on disk.`)
    for (const place of places) {
      if (stopping.aborted) return
      try {
        await replace(place)
      } catch (fault) {
        if (stopping.aborted) return
        const why = fault instanceof Error ? fault.message : String(fault)
        return tell(`Reload: stopped, because a new worker cannot serve: ${why}. The present workers go on.`)
      }
    }
    tell('Reload: done.')
  }

  let running = false
  let again = false
  return () => {
    again = true
    if (running) return
    running = true
    void (async () => {
      while (again && !stopping.aborted) {
        again = false
        await reloadAll()
      }
      running = false
    })()
  }
}
