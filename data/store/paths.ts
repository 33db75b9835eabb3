// The paths of all files, and the place of the state. HUSTINGS_VAR moves all files that the project writes.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { dataFolder, givenPepper, storesOf } from './environment.ts'
import type { ObjectLocation } from './objects/location.ts'

/** The folder with package.json: the same from the sources and from the compiled `dist`. */
export const PROJECT_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)))

/** The folder of the running code: the project for sources, `dist` for compiled code, wherever join-modules.mjs put this module. */
export const CODE_ROOT = join(PROJECT_ROOT, compiledFolder(relative(PROJECT_ROOT, fileURLToPath(import.meta.url))))

function compiledFolder(file: string): string {
  const [top = ''] = file.split(sep)
  return top.startsWith('dist') ? top : ''
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error(`no package.json above ${fileURLToPath(import.meta.url)}: is the installation complete?`)
  return findRoot(parent)
}

export interface Paths {
  root: string
  /** The operator's own sources (ingest/configuration/). */
  sourcesFile: string
  raw: string
  /** The files of the publishing desk, one per endorser (cli/publish/desk-files.ts). */
  desk: string
  /** The newsroom's own notes and overrides (data/store/overlay.ts). */
  overlay: string
  /** Captures of announced pages (ingest/evidence/). */
  evidence: string
  /** Files that a person saved because their publisher refuses programs: a folder per source id. */
  inbox: string
  work: string
  warehouse: string
  /** The rows that the last build accepted (data/store/last-good.ts). */
  accepted: string
  parts: string
  bundles: string
  /** Where bundles are beside the data folder: the publisher writes them there, and servers fetch them. */
  partsStore?: ObjectLocation
  reports: string
  /** The exports of each bundle, one folder per bundle id. */
  exports: string
  /** Snapshot files that are served, unpacked: a data folder per snapshot id. */
  snapshots: string
  state: string
  /** URL of the PostgreSQL database that stores the state in place of the file. It contains a password. */
  stateServer?: string
  /** The archive of events that the feed no longer contains, one file per day. */
  events: string
  /** The feed mark (data/store/feed-mark.ts). */
  mark: string
  /** The record of the last run (data/store/last-run.ts). */
  lastRun: string
  usage: string
  pepper: string
  /** True if the operator gave the file: it is read, never created. */
  pepperGiven: boolean
  lock: string
  /** Held by the one server of this folder. */
  serveLock: string
  /** Held by the one process that fetches parts for the bundle in service. */
  fetchLock: string
  /** The same for older bundles. */
  pastFetchLock: string
}

export function pathsIn(root: string): Paths {
  return {
    root,
    sourcesFile: join(root, 'sources.yaml'),
    raw: join(root, 'raw'),
    desk: join(root, 'desk'),
    overlay: join(root, 'overlay'),
    evidence: join(root, 'evidence'),
    inbox: join(root, 'inbox'),
    work: join(root, 'work.duckdb'),
    warehouse: join(root, 'warehouse.duckdb'),
    accepted: join(root, 'accepted.json'),
    parts: join(root, 'parts'),
    bundles: join(root, 'bundles'),
    reports: join(root, 'reports'),
    exports: join(root, 'exports'),
    snapshots: join(root, 'snapshots'),
    state: join(root, 'state.sqlite'),
    events: join(root, 'events'),
    mark: join(root, 'feed.mark'),
    lastRun: join(root, 'last-run.json'),
    usage: join(root, 'usage.sqlite'),
    pepper: join(root, 'pepper'),
    pepperGiven: false,
    lock: join(root, 'lock'),
    serveLock: join(root, 'lock-serve'),
    fetchLock: join(root, 'lock-fetch'),
    pastFetchLock: join(root, 'lock-fetch-past'),
  }
}

/** An empty HUSTINGS_VAR counts as unset. @param family `sample` has its own folder and never mixes with real sources. */
export function paths(family: 'public' | 'sample' = 'public'): Paths {
  const root = resolve(dataFolder() ?? join(PROJECT_ROOT, 'data', 'var'))
  const { stateServer, partsStore } = storesOf(root, family)
  const found = {
    ...pathsIn(family === 'sample' ? join(root, 'sample') : root),
    ...(stateServer && { stateServer }),
    ...(partsStore && { partsStore }),
  }
  const pepper = family === 'sample' ? undefined : givenPepper()
  return pepper === undefined ? found : { ...found, pepper, pepperGiven: true }
}

/** A file that ships with the project and is read at run time: SQL, reference tables, the sample. */
export function projectFile(...segments: string[]): string {
  return join(PROJECT_ROOT, ...segments)
}

/** The bytes of a table that ships with the project. */
export function readProjectFile(...segments: string[]): Buffer {
  return readFileSync(projectFile(...segments))
}

/** The version of this program, as package.json states it. */
export function loadVersion(): string {
  const file: unknown = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
  return z.looseObject({ version: z.string() }).parse(file).version
}

/** The commit that this program was compiled from, as name-commit.mjs wrote it; null for sources, and for code without its history. */
export function loadCommit(): string | null {
  const file = join(CODE_ROOT, 'commit')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}
