import { expect, test } from 'vitest'
import { whyWithoutPostgis } from '../postgres-server.ts'
import { openPeers } from './peers.ts'

const why = whyWithoutPostgis()

test.skipIf(why !== undefined)(
  `the peers answer every point of the sample as ours does${why ? `: ${why}` : ''}`,
  async () => {
    const closing: (() => Promise<void> | void)[] = []
    try {
      // It throws at the first difference.
      const { paths, contenders, bytes } = await openPeers(true, closing)
      expect(contenders).toHaveLength(6)
      expect(paths.length).toBeGreaterThan(300)
      expect(bytes).toBeGreaterThan(1000)
    } finally {
      for (const close of closing.reverse()) await close()
    }
  },
)
