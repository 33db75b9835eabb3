// `npm ci` checks every package, of any platform and from any registry, against a hash in the lockfile.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'

/**
 * Binaries of other platforms whose versions were missing in the registry when this lockfile was written. `make lockfile` adds the
 * hashes that a registry has: remove those packages from this list.
 */
const WITHOUT_INTEGRITY = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl', 'linux-x64-musl'].map(biome),
  ...['win32-arm64', 'win32-x64'].map(biome),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-arm64-musl', 'win32-arm64', 'win32-x64'].map(duckdb),
]

function biome(platform: string): string {
  return `node_modules/@biomejs/cli-${platform} 2.6.8`
}
function duckdb(platform: string): string {
  return `node_modules/@duckdb/node-bindings-${platform} 1.5.6-r.1`
}

const entry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
})
const lockfile = z.object({ packages: z.record(z.string(), entry) })
const { packages } = lockfile.parse(JSON.parse(readFileSync(projectFile('package-lock.json'), 'utf8')))
/** The client of this repository is in no registry. */
const { '': _, client, 'node_modules/hustings-client': link, ...installed } = packages

it('links the client, which needs no package', () => {
  expect(link).toEqual({ resolved: 'client', link: true })
  expect(Object.keys(client ?? {}).sort()).toEqual(['engines', 'license', 'name', 'version'])
})

it('has a SHA-512 of every package except those listed here', () => {
  const without = Object.entries(installed).filter(
    ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  )
  expect(without.map(([path, { version }]) => `${path} ${version}`)).toEqual(WITHOUT_INTEGRITY)
})

it('names no registry', () => {
  expect(Object.entries(installed).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
