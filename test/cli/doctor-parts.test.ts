// The finding of `doctor` about the object storage.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Finding } from '../../cli/operate/doctor/finding.ts'
import { checkPartsStore } from '../../cli/operate/doctor/storage.ts'
import type { ObjectLocation } from '../../data/store/objects/location.ts'
import { findFreePort } from '../server/free-port.ts'

async function look(partsStore?: ObjectLocation): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const finding of checkPartsStore(partsStore ? { partsStore } : {}, ' --sample')) findings.push(finding)
  return findings
}

test('counts the bundles of a store; fails for one that cannot be read, and says nothing without the setting', async () => {
  const root = mkdtempSync(join(tmpdir(), 'hustings-store-'))
  try {
    expect(await look()).toEqual([])
    expect(await look({ kind: 'folder', root })).toEqual([
      { check: 'object storage', status: 'ok', found: `${root}: 0 bundles` },
    ])
    vi.stubEnv('AWS_ACCESS_KEY_ID', '')
    expect(await look({ kind: 's3', bucket: 'bucket', prefix: 'x' })).toMatchObject([
      {
        status: 'fail',
        found: expect.stringMatching('^s3://bucket/x cannot be read: .+AWS_ACCESS_KEY_ID: got nothing'),
      },
    ])
    const [refused] = await look({ kind: 'https', url: `http://127.0.0.1:${await findFreePort()}/x` })
    expect(refused).toMatchObject({ status: 'fail', found: expect.stringContaining('the connection failed (') })
  } finally {
    vi.unstubAllEnvs()
    rmSync(root, { recursive: true })
  }
})
