// A publisher whose bundles are in a store, and servers on disks of their own.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ObjectLocation } from '../../data/store/objects/location.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import { openFolder } from '../temporary.ts'
import { AS_OF, type Fixture, openFixture, type PublishOptions } from './fixture.ts'

export interface Stored {
  fixture: Fixture
  /** Builds, uploads and publishes; returns the bundle's id. */
  publish(options?: PublishOptions): Promise<string>
  /** The paths of another machine, with an empty disk. */
  openDisk(partsStore?: ObjectLocation): Paths
  start(paths: Paths, adminPort?: number): Promise<RunningServer>
  close(): Promise<void>
}

export async function openStored(partsStore: ObjectLocation): Promise<Stored> {
  const fixture = await openFixture()
  fixture.paths.partsStore = partsStore
  const folders: string[] = []
  const servers: RunningServer[] = []
  return {
    fixture,
    publish: (options = {}) => fixture.publish({ fillers: 0, told: true, ...options }),
    openDisk(own = partsStore) {
      const root = openFolder()
      folders.push(root)
      // The state and the pepper are those of the publisher.
      const { state, pepper } = fixture.paths
      return { ...pathsIn(root), state, pepper, partsStore: own }
    },
    async start(paths, adminPort) {
      const server = await startServer({
        ...{ paths, port: 0, asOf: AS_OF, logFile: join(paths.root, 'log'), drainIdle: 10 },
        ...(adminPort !== undefined && { adminPort }),
      })
      servers.push(server)
      return server
    },
    async close() {
      for (const server of servers) await server.close()
      await fixture.close()
    },
  }
}

export function listParts(paths: Pick<Paths, 'parts'>): string[] {
  return readdirSync(paths.parts).sort()
}

export async function readReady(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, text: await answer.text() }
}
