// Starts a server over the current bundle for the audit alone: a state of its own in a temporary folder, so that no account, key, limit or
// lease of the operator is touched, and a key that ends with the folder.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import { openState } from '../../../data/store/state/open.ts'
import { startServer } from '../../../server/main.ts'
import { changeNow } from '../../data-folder.ts'
import { orRefuse } from '../../exit.ts'
import { createTrialKey } from '../../issue-key.ts'

const ACCOUNT = 'audit'

export interface ApartServer {
  url: string
  key: string
  close(): Promise<void>
}

/** @param bundle a published bundle of `paths`, which is served as of the day given, or of today */
export async function serveApart(paths: Paths, bundle: string, asOf: string | undefined): Promise<ApartServer> {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-audit-'))
  const own: Paths = { ...pathsIn(folder), parts: paths.parts, bundles: paths.bundles }
  const discard = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const key = await publishApart(own, bundle)
    const server = await startServer({
      paths: own,
      host: '127.0.0.1',
      port: 0,
      adminPort: null,
      logLevel: 'silent',
      ...(asOf !== undefined && { asOf }),
    })
    return { url: server.url, key, close: () => server.close().finally(discard) }
  } catch (error) {
    discard()
    throw error
  }
}

/** @returns a key without limits */
async function publishApart(paths: Paths, bundle: string): Promise<string> {
  const state = await openState(paths)
  try {
    const now = changeNow()
    await state.setPlan({ name: 'unlimited', requests_per_minute: 1e9, requests_per_day: null, streams: 1 }, now)
    const key = await createTrialKey(state, paths, ACCOUNT, 'hustings doctor')
    orRefuse(
      await state.publish({ expectedPublication: null, bundle, published_at: now.at, staged: null }),
      'hustings doctor',
    )
    return key
  } finally {
    await state.close()
  }
}
