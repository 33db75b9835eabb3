// Backups of a state in PostgreSQL, and what a restore makes of them in another database.

import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publishBundle } from '../../../../build/publish/publish.ts'
import { backUp } from '../../../../data/store/backup/back-up.ts'
import { backupFolder, listBackups, loadBackup } from '../../../../data/store/backup/place.ts'
import {
  DatabaseFull,
  listInTheWay,
  type RestoreOptions,
  restoreBackup,
} from '../../../../data/store/backup/restore.ts'
import { requireMark } from '../../../../data/store/feed-mark.ts'
import { type Paths, pathsIn } from '../../../../data/store/paths.ts'
import { migrateState } from '../../../../data/store/state/moves.ts'
import { openState } from '../../../../data/store/state/open.ts'
import type { ServiceStore } from '../../../../data/store/state/state.ts'
import { PROOF_ONLY } from '../../../proof/only.ts'
import { fixture, freshFixture } from '../../../server/shared-fixture.ts'
import { openFolder } from '../../../temporary.ts'
import { pathsAt } from '../state/address.ts'
import { POSTGRES, type TestState, whyWithoutPostgres } from '../state/engines.ts'

const why = await whyWithoutPostgres()
const PASSPHRASE = 'correct horse battery'

describe.skipIf(why !== undefined)(why ?? 'a backup of a state in PostgreSQL', () => {
  let database: TestState
  let state: ServiceStore
  let paths: Paths
  let aside: string
  let at: ReturnType<typeof backupFolder>

  freshFixture()
  beforeEach(async () => {
    await fixture.makeKey()
    await fixture.publish({ fillers: 0, told: true, at: new Date().toISOString() })
    database = await POSTGRES.create()
    state = await database.open()
    aside = openFolder()
    at = backupFolder(join(aside, 'backup'))
    const names = { from: 'the file', to: 'the database' }
    const draft = join(aside, 'draft')
    const move = { from: fixture.state, to: state, names, use: 'use it', draft, replace: false }
    await migrateState({ ...move, now: () => new Date() })
    paths = { ...fixture.paths, ...pathsAt(database.address), state: fixture.paths.state }
    await publish(' (1)')
    await backUp({ paths, folder: at, now: () => new Date(), passphrase: PASSPHRASE, withSources: false, keep: 7 })
  })
  afterEach(async () => {
    await state.close()
    await database.remove()
  })

  async function publish(said: string): Promise<void> {
    const bundle = fixture.write({ fillers: 0, said })
    await publishBundle({ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 })
  }
  async function restore(to: TestState, options: Partial<RestoreOptions> = {}) {
    const root = mkdtempSync(join(aside, 'restored-'))
    const into = { ...pathsIn(root), stateServer: to.address }
    const backup = loadBackup(at, listBackups(at).at(-1) ?? '')
    const fixed = { folder: at, backup, now: () => new Date(), passphrase: PASSPHRASE, withoutPepper: false }
    const report = await restoreBackup({ ...fixed, paths: into, replace: false, old: undefined, ...options }).catch(
      (fault: unknown) => {
        expect(listInTheWay(into)).toEqual([])
        throw fault
      },
    )
    return { paths: into, report }
  }

  it('is restored into an empty database, with a new epoch', async () => {
    const empty = await POSTGRES.create()
    const { paths: into, report } = await restore(empty)
    expect(report).toMatchObject({ new_epoch: true, pepper: 'restored', lost: null })
    expect(existsSync(into.state)).toBe(false)
    const restored = await openState(into)
    expect(await restored.keyGrants()).toEqual(await state.keyGrants())
    const [head, before] = [await restored.head(), await state.head()]
    expect(head).toEqual({ ...before, epoch: report.head?.epoch })
    // The folder needs no second epoch.
    expect(await requireMark(into, restored)).toBeUndefined()
    expect(
      await restored.createAccount(
        { name: 'next', plan: 'free', contact: null, password_hash: null },
        { by: 'ada', at: '2028-01-01T00:00:00.000Z' },
      ),
    ).toHaveProperty('id')
    await restored.close()
    await empty.remove()
  })

  it.skipIf(PROOF_ONLY !== null)(
    'goes into a database with a state only if that is replaced, and says what is lost',
    async () => {
      await publish(' (2)')
      const later = await state.head()
      await expect(restore(database)).rejects.toThrow(DatabaseFull)
      expect(await state.head()).toEqual(later)
      const { report } = await restore(database, { replace: true, old: paths })
      expect(report.new_epoch).toBe(true)
      if (!report.lost || typeof report.lost === 'string') throw new Error('not compared')
      expect(report.lost.publications).toMatchObject([{ publication: 3 }])
      expect(report.lost.events.at(-1)?.seq).toBe(later?.seq)
      expect(report.lost.folder).toMatch(/^PostgreSQL /)
      expect(await state.head()).toMatchObject({ publication: 2, epoch: report.head?.epoch })
    },
  )

  it.skipIf(PROOF_ONLY !== null)(
    'continues in its epoch if nothing was published since and no server lives',
    async () => {
      const { report } = await restore(database, { replace: true, old: paths })
      expect(report).toMatchObject({ new_epoch: false, lost: { same_feed: true } })
      await state.renewLease({ server: 'elsewhere', publication: 2 })
      const again = await restore(database, { replace: true, old: paths })
      expect(again.report).toMatchObject({ new_epoch: true, lost: { same_feed: false } })
    },
  )

  it('is not made of a state that has moved away', async () => {
    const { stateServer: _, ...old } = paths
    const options = { folder: at, now: () => new Date(), passphrase: PASSPHRASE, withSources: false, keep: 7 }
    const refused = backUp({ ...options, paths: old })
    await expect(refused).rejects.toThrow(/a backup would have an old state: the file was moved to the database at /)
    expect(listBackups(at)).toHaveLength(1)
  })
})
