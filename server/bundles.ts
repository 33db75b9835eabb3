// The bundle in service: opened as it is published, swapped in one step, the old one closed when nobody reads it any more.

import { join } from 'node:path'
import { PART_NAMES } from '../data/schema/manifest.ts'
import { type Bundle, openBundle, type Part } from '../data/store/bundle.ts'
import { loadManifest } from '../data/store/manifest.ts'
import type { Paths } from '../data/store/paths.ts'
import { createPartHasher } from './hash-worker.ts'

export interface Lease {
  bundle: Bundle
  /** Its parts stay open until then. */
  release(): void
}

export interface Bundles {
  /** Undefined before the first bundle is open. */
  lease(): Lease | undefined
  /** Opens a published bundle beside the current one and swaps. Throws, and keeps the current one, when it cannot. */
  open(id: string): Promise<void>
  close(): Promise<void>
}

interface Serving {
  bundle: Bundle
  readers: number
  replaced: boolean
}

export function createBundles(paths: Pick<Paths, 'parts' | 'bundles'> & Paths): Bundles {
  const hasher = createPartHasher()
  const holders = new Map<Part, number>()
  let current: Serving | undefined

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
        release() {
          serving.readers -= 1
          if (serving.replaced && serving.readers === 0) retire(serving)
        },
      }
    },
    async open(id) {
      if (current?.bundle.id === id) return
      const manifest = loadManifest(paths, id)
      const open = new Map([...holders.keys()].map((part) => [part.sha256, part]))
      for (const name of PART_NAMES) {
        const { sha256 } = manifest.parts[name]
        if (open.has(sha256)) continue
        const file = join(paths.parts, `${sha256}.sqlite`)
        const found = await hasher.hash(file)
        if (found !== sha256)
          throw new Error(`${file}: its bytes hash to ${found}, expected ${sha256}: it is damaged, build it again`)
      }
      // Held parts may have closed while the others were hashed.
      const bundle = openBundle(paths, manifest, new Map([...holders.keys()].map((part) => [part.sha256, part])))
      for (const part of partsOf(bundle)) holders.set(part, (holders.get(part) ?? 0) + 1)
      const before = current
      current = { bundle, readers: 0, replaced: false }
      if (before) retire(before)
    },
    async close() {
      const before = current
      current = undefined
      if (before) retire(before)
      await hasher.close()
    },
  }
}

function partsOf(bundle: Bundle): readonly Part[] {
  return PART_NAMES.map((name) => bundle[name])
}
