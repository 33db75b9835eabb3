// The bundle in service: opened as it is published, swapped in one step, the old one closed when nobody reads it any more.

import { join } from 'node:path'
import { type Bundle, openBundle, type Part, partFiles, partsOf } from '../data/store/bundle.ts'
import { loadManifest } from '../data/store/manifest.ts'
import type { Paths } from '../data/store/paths.ts'
import type { Head } from '../data/store/state/state.ts'
import { createPartHasher } from './hash-worker.ts'
import { holdPlaces } from './place/point.ts'

/** A bundle under the number that it was published with, and where the feed stood then. */
export type Published = Pick<Head, 'publication' | 'bundle' | 'epoch' | 'seq'>

export interface Lease {
  bundle: Bundle
  published: Published
  /** Its parts stay open until then. */
  release(): void
}

export interface Bundles {
  /** Undefined before the first bundle is open. */
  lease(): Lease | undefined
  /**
   * Opens a published bundle beside the current one and swaps; where it is the current one, the numbers alone. Throws, and keeps the
   * current one, when it cannot.
   */
  open(published: Published): Promise<void>
  close(): Promise<void>
}

interface Serving {
  bundle: Bundle
  published: Published
  readers: number
  replaced: boolean
}

/**
 * @param places where the place index answers from; in memory once it has been read, and until then from SQLite
 * @param tell of an index that cannot be read into memory; without data of it, nor where it lies
 */
export function createBundles(
  paths: Paths,
  places: 'sqlite' | 'memory' = 'sqlite',
  tell: (sentence: string) => void = () => undefined,
): Bundles {
  const hasher = createPartHasher()
  const holders = new Map<Part, number>()
  let current: Serving | undefined

  const openParts = (): ReadonlyMap<string, Part> => new Map([...holders.keys()].map((part) => [part.sha256, part]))
  const retire = (serving: Serving): void => {
    serving.replaced = true
    if (serving.readers > 0) return
    for (const part of partsOf(serving.bundle)) {
      const left = (holders.get(part) ?? 1) - 1
      if (left > 0) holders.set(part, left)
      else {
        holders.delete(part)
        part.close()
      }
    }
  }

  return {
    lease() {
      const serving = current
      if (!serving) return undefined
      serving.readers += 1
      return {
        bundle: serving.bundle,
        published: serving.published,
        release() {
          serving.readers -= 1
          if (serving.replaced && serving.readers === 0) retire(serving)
        },
      }
    },
    async open(published) {
      if (current?.bundle.id === published.bundle) {
        current.published = published
        return
      }
      const manifest = loadManifest(paths, published.bundle)
      const open = openParts()
      for (const { sha256 } of partFiles(manifest)) {
        if (open.has(sha256)) continue
        const file = join(paths.parts, `${sha256}.sqlite`)
        const found = await hasher.hash(file)
        if (found !== sha256)
          throw new Error(`${file}: its bytes hash to ${found}, expected ${sha256}: it is damaged, build it again`)
      }
      // Held parts may have closed while the others were hashed.
      const bundle = openBundle(paths, manifest, openParts())
      for (const part of partsOf(bundle)) holders.set(part, (holders.get(part) ?? 0) + 1)
      const before = current
      current = { bundle, published, readers: 0, replaced: false }
      if (before) retire(before)
      if (places === 'memory')
        holdPlaces(bundle.places, () => holders.has(bundle.places)).catch((fault: unknown) =>
          tell(explainUnheld(fault)),
        )
    },
    async close() {
      const before = current
      current = undefined
      if (before) retire(before)
      await hasher.close()
    },
  }
}

function explainUnheld(fault: unknown): string {
  const code = fault instanceof Error ? ('code' in fault ? fault.code : fault.name) : typeof fault
  return `HUSTINGS_PLACES=memory: the index of places could not be read into memory (${code}), so points are looked up in the bundle's file. Next: hustings doctor`
}
