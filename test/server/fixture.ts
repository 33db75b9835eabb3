// A real bundle, published to a real state in its own folder, with a real server.

import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { writeManifest } from '../../build/bundle/manifest.ts'
import { publishBundle } from '../../build/publish/publish.ts'
import { loadApps } from '../../cli/operate/apps.ts'
import type { AccountStatus } from '../../data/access/account.ts'
import { hashKey, KEY_RANDOM_BYTES, makeKey } from '../../data/access/key.ts'
import type { Plan } from '../../data/access/plan.ts'
import { manifest, PART_NAMES } from '../../data/schema/manifest.ts'
import { SCOPES, type Scope } from '../../data/schema/vocabulary.ts'
import { makePrivateFolder } from '../../data/store/files.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { type PartKind, type PartWriter, writePart } from '../../data/store/part.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { loadPepper } from '../../data/store/pepper.ts'
import { openState } from '../../data/store/state/open.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { readDeskFile } from '../../ingest/endorsement/desk-import.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import type { MapStyle } from '../../server/route/service.ts'
import { STATE_POLL_MS } from '../../server/serving/watch.ts'
import { type BallotsOptions, fillBallots } from './ballots.ts'
import { fillEndorsements, RETRIEVED_AT } from './endorsements.ts'
import { fillPlaces } from './geography.ts'
import { fillOfficeholders } from './officeholders.ts'

export const AS_OF = '2024-10-15'
const CREATED = '2024-10-01T00:00:00.000Z'
const CHANGE = { by: 'the fixture', at: CREATED }

/** The function that fills each part, by part name. A part without one stays empty; without `addresses` the bundle has no address part. */
export type Fills = Readonly<Record<string, (writer: PartWriter) => void>>

export interface PublishOptions extends BallotsOptions {
  /** Replaces the default fills. */
  fills?: Fills
  /** True if the publication has events for its changes. */
  told?: boolean
  /** Time of the publication. */
  at?: string
}

export interface Fixture {
  paths: Paths
  state: ServiceStore
  /** Builds without publishing; returns the bundle's id. */
  write(options?: PublishOptions): string
  /** Builds and publishes; returns the bundle's id. */
  publish(options?: PublishOptions): Promise<string>
  /** Makes an account, approved unless told otherwise, with one key. */
  makeKey(options?: {
    plan?: string
    /** Makes a plan with these limits, and generous others. */
    limits?: Partial<Pick<Plan, 'requests_per_minute' | 'requests_per_day' | 'streams'>>
    scopes?: Scope[]
    approved?: boolean
    /** A status other than `approved`. */
    status?: AccountStatus
    addresses?: string[]
    expires_at?: string
    /** Makes a second key for this existing account. */
    account?: string
  }): Promise<{ key: string; id: number; account: string }>
  revokeKey(id: number): Promise<unknown>
  /** Path of a part's file. */
  partOf(bundle: string, part: PartKind): string
  start(options?: {
    asOf?: string | null
    clock?: () => number
    logFile?: string
    secondFactor?: 'operators'
    publicExplorer?: boolean
    silent?: number
    /** Names; null, the default: all. */
    apps?: readonly string[] | null
    mapStyle?: MapStyle
  }): Promise<RunningServer>
  close(): Promise<void>
}

/** @param parent folder of the new folder @param stateServer URL of a PostgreSQL state in place of the file */
export async function openFixture(parent = tmpdir(), stateServer?: string): Promise<Fixture> {
  const root = mkdtempSync(join(parent, 'hustings-server-'))
  const paths = { ...pathsIn(root), ...(stateServer !== undefined && { stateServer }) }
  const state = await openState(paths)
  // Above any limit, so that other tests never reach one.
  await state.setPlan(
    { name: 'test', requests_per_minute: 1_000_000_000, requests_per_day: null, streams: 100 },
    CHANGE,
  )
  const servers: RunningServer[] = []
  let accounts = 0
  return {
    paths,
    state,
    write: (options = {}) => writeBundle(paths, options),
    async publish(options = {}) {
      const bundle = writeBundle(paths, options)
      if (options.told) {
        await publishBundle({
          paths,
          state,
          bundle,
          now: () => (options.at === undefined ? new Date() : new Date(options.at)),
          accept: true,
          retentionDays: 7,
        })
        return bundle
      }
      const head = await state.head()
      const published = await state.publish({
        expectedPublication: head?.publication ?? null,
        bundle,
        published_at: options.at ?? CREATED,
        staged: null,
      })
      if ('refused' in published) throw new Error(published.refused)
      return bundle
    },
    async makeKey({ plan = 'test', limits, scopes = [...SCOPES], approved = true, addresses = [], ...options } = {}) {
      accounts += 1
      const nth = accounts
      if (limits) {
        plan = `plan-${nth}`
        const generous = { requests_per_minute: 1_000_000, requests_per_day: null, streams: 1 }
        await state.setPlan({ name: plan, ...generous, ...limits }, CHANGE)
      }
      const account = options.account ?? `account-${nth}`
      if (options.account === undefined) {
        expectDone(await state.createAccount({ name: account, plan, contact: null, password_hash: null }, CHANGE))
        const status = options.status ?? (approved ? 'approved' : 'pending')
        if (status !== 'pending') expectDone(await state.setAccountStatus(account, 'approve', CHANGE))
        if (status === 'suspended') expectDone(await state.setAccountStatus(account, 'suspend', CHANGE))
      }
      const key = makeKey(randomBytes(KEY_RANDOM_BYTES))
      const hash = hashKey(key, await loadPepper(paths, state))
      const wanted = { account, label: null, last_four: key.slice(-4), scopes, addresses, hash }
      const made = await state.createKey({ ...wanted, expires_at: options.expires_at ?? null }, CHANGE)
      if ('refused' in made) throw new Error(made.refused)
      // Running servers learn of it meanwhile: they are in this process, and their timers end first.
      if (servers.length > 0) await wait(4 * STATE_POLL_MS)
      return { key, id: made.id, account }
    },
    revokeKey: (id) => state.revokeKey({ id, account_id: null }, CHANGE),
    partOf: (bundle, part) => fileOf(paths.parts, loadManifest(paths, bundle).parts[part] ?? { sha256: 'none' }),
    async start({
      asOf = AS_OF,
      clock,
      logFile,
      secondFactor,
      publicExplorer = false,
      silent,
      apps = null,
      mapStyle,
    } = {}) {
      const server = await startServer(
        {
          paths,
          port: 0,
          publicExplorer,
          readDeskFile,
          guests: await loadApps(apps),
          // Connections of tests stay open without a request.
          drainIdle: 10,
          ...(secondFactor && { secondFactor }),
          ...(silent !== undefined && { silent }),
          ...(mapStyle && { mapStyle }),
          ...(asOf === null ? {} : { asOf }),
          ...(logFile === undefined ? { logLevel: 'silent' } : { logFile }),
        },
        clock ?? (() => Date.now()),
      )
      servers.push(server)
      return server
    },
    async close() {
      for (const server of servers) await server.close()
      await state.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** A fixture that closes with the test. */
export async function openOwnFixture(): Promise<Fixture> {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  return fixture
}

function expectDone<Done extends object>(result: Done | { refused: string }): Done {
  if ('refused' in result) throw new Error(result.refused)
  return result
}

function fillsOf(options: PublishOptions): Fills {
  return {
    places: fillPlaces,
    ballots: (writer) => fillBallots(writer, options),
    endorsements: (writer) => fillEndorsements(writer, options),
    officeholders: (writer) => (options.vacant ? undefined : fillOfficeholders(writer)),
    ...options.fills,
  }
}

function writeBundle(paths: Paths, options: PublishOptions): string {
  const fills = fillsOf(options)
  const names: PartKind[] = [...PART_NAMES, ...(fills.addresses ? (['addresses'] as const) : [])]
  const parts = names.map((name) => {
    const write = () => writePart(paths.parts, name, (writer) => fills[name]?.(writer))
    const part = options.fills?.[name] ? write() : writeOnce(paths.parts, keyOf(name, options), write)
    return [name, { ...part, fingerprint: '0'.repeat(64) }] as const
  })
  const { bundle } = writeManifest(paths, manifest.shape.parts.parse(Object.fromEntries(parts)), [], new Map())
  writeFileSync(join(paths.bundles, `${bundle}.retrieved.json`), JSON.stringify(RETRIEVED_AT))
  return bundle
}

/** Equal for options with which the default fill of this part writes the same rows. */
function keyOf(name: PartKind, { fills: _, told: __, at: ___, ...rows }: PublishOptions): string {
  if (name === 'places') return name
  return `${name} ${JSON.stringify(name === 'officeholders' ? { vacant: rows.vacant } : rows)}`
}

type Sealed = ReturnType<typeof writePart>

/** Parts with the default fills, by name and rows: many fixtures have the same. */
const written = new Map<string, { part: Sealed; bytes: Buffer }>()

function writeOnce(folder: string, key: string, write: () => Sealed): Sealed {
  const known = written.get(key)
  if (!known) {
    const part = write()
    written.set(key, { part, bytes: readFileSync(fileOf(folder, part)) })
    return part
  }
  const file = fileOf(folder, known.part)
  // As writePart does, an intact part is left, and a damaged one is replaced.
  if (existsSync(file)) return readFileSync(file).equals(known.bytes) ? known.part : write()
  makePrivateFolder(folder)
  writeFileSync(file, known.bytes, { mode: 0o444 })
  return known.part
}

function fileOf(folder: string, { sha256 }: Pick<Sealed, 'sha256'>): string {
  return join(folder, `${sha256}.sqlite`)
}

/** Only Linux lists the open files of a process. */
export const HAS_FDS = existsSync('/proc/self/fd')

/** The files that this process, in which the servers run, has open. */
export function listOpenFiles(): string[] {
  return (HAS_FDS ? readdirSync('/proc/self/fd') : []).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })
}

/** Whether this process has the bundle's part open. */
export function isPartOpen({ paths }: Fixture, bundle: string, part: 'ballots' | 'endorsements'): boolean {
  const { sha256 } = loadManifest(paths, bundle).parts[part]
  return listOpenFiles().some((file) => file.startsWith(join(paths.parts, sha256)))
}
