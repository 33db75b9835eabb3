// The publisher's side of the publishing desk: writes each endorser's document as its file in the interchange format. `watch` publishes a
// changed file within seconds; a nightly reads all of them.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { toEndorsementFile } from '../../data/desk/file.ts'
import { makePrivateFolder, replaceFile } from '../../data/store/files.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'

/** @setting Milliseconds between two looks of `watch` at the publishing desk. */
const DESK_LOOK_MS = 1000

type DeskState = Pick<ServiceStore, 'desks' | 'positions' | 'publishDue'>

/** Publishes what is due, writes the files that differ, and removes those of closed desks. @returns the names of the changed files */
export async function writeDeskFiles(
  { desk }: Pick<Paths, 'desk'>,
  state: DeskState,
  now: Date,
  written: Map<string, number> = new Map(),
): Promise<string[]> {
  await state.publishDue(now.toISOString())
  const desks = (await state.desks()).filter(({ closed_at }) => closed_at === null)
  if (desks.length === 0 && !existsSync(desk)) return []
  makePrivateFolder(desk)
  const changed: string[] = []
  for (const { endorser, version } of desks) {
    const { slug } = endorser
    if (written.get(slug) === version) continue
    const positions = (await state.positions(slug)).flatMap(({ published }) => published ?? [])
    const name = `${slug}.json`
    const text = toEndorsementFile(endorser, positions)
    if (read(join(desk, name)) !== text) {
      replaceFile(join(desk, name), text)
      changed.push(name)
    }
    written.set(slug, version)
  }
  const names = new Set(desks.map(({ endorser }) => `${endorser.slug}.json`))
  for (const name of readdirSync(desk))
    if (name.endsWith('.json') && !names.has(name)) {
      rmSync(join(desk, name))
      changed.push(name)
    }
  return changed
}

/** Looks every second until it is stopped. @param onWrite called after files were written or removed */
export async function followDesk(
  { paths, state, now, stop }: { paths: Pick<Paths, 'desk'>; state: DeskState; now: () => Date; stop: AbortSignal },
  onWrite: () => void,
  onFault: (fault: unknown) => void,
): Promise<void> {
  const written = new Map<string, number>()
  let fault: string | undefined
  while (!stop.aborted) {
    try {
      if ((await writeDeskFiles(paths, state, now(), written)).length > 0) onWrite()
      fault = undefined
    } catch (error) {
      // A full disk, for example: it is told once, and tried again.
      if (String(error) !== fault) onFault(error)
      fault = String(error)
    }
    await delay(DESK_LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
  }
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
