#!/usr/bin/env node
// Fills package-lock.json with the registry's integrity of each entry that lacks one, and removes addresses of registries.
// usage: make lockfile, after each change of package.json. Exits 1 where the registry does not hold a version, and names it.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const LOCKFILE = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const run = promisify(execFile)

const lock = JSON.parse(readFileSync(LOCKFILE, 'utf8'))
const missing = []
let filled = 0
for (const [path, listed] of Object.entries(lock.packages)) {
  const { resolved: _, ...entry } = listed
  if (!entry.link) lock.packages[path] = entry
  // The project, its workspace and the link to it are in no registry.
  if (!path.startsWith('node_modules/') || entry.link || entry.integrity) continue
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = await findIntegrity(`${name}@${entry.version}`)
  if (integrity === undefined) {
    missing.push(`${name}@${entry.version}`)
    continue
  }
  // npm writes it behind the version.
  const { version, ...rest } = entry
  lock.packages[path] = { version, integrity, ...rest }
  filled += 1
}
writeFileSync(LOCKFILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${filled} entries filled`)
if (missing.length > 0) {
  console.error(`The registry does not hold these versions, so their entries have no integrity: ${missing.join(', ')}`)
  process.exitCode = 1
}

/** Undefined where the registry does not hold the version. Any other failure throws. */
async function findIntegrity(spec) {
  try {
    const { stdout } = await run('npm', ['view', spec, 'dist.integrity', '--json'])
    const integrity = stdout.trim() === '' ? undefined : JSON.parse(stdout)
    if (integrity !== undefined && !/^sha512-[\w+/]+=*$/.test(integrity))
      throw new Error(`${spec}: got the integrity ${JSON.stringify(integrity)}, expected a SHA-512`)
    return integrity
  } catch (error) {
    if (/"code": "E404"|npm error code E404/.test(`${error.stdout ?? ''}${error.stderr ?? ''}`)) return undefined
    throw error
  }
}
