// A server with every app over the sample, in this process, with a log of every request.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadApps } from '../../../cli/operate/apps.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import { startServer } from '../../../server/main.ts'
import { copySample } from '../../cli/sample.ts'

export interface SampleExplorer {
  root: string
  log: string
  url: string
  close(): Promise<void>
}

/** @param prepare runs before the server starts */
export async function serveSample(
  options: { publicExplorer?: boolean; asOf?: string },
  prepare?: (paths: Paths, root: string) => Promise<unknown>,
): Promise<SampleExplorer> {
  const root = mkdtempSync(join(tmpdir(), 'hustings-explorer-'))
  const log = join(root, 'log')
  await copySample(root)
  const paths = pathsIn(join(root, 'sample'))
  await prepare?.(paths, root)
  const guests = await loadApps(null)
  const server = await startServer({ ...options, guests, paths, port: 0, logFile: log, logLevel: 'trace' })
  return {
    root,
    log,
    url: server.url,
    async close() {
      await server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
