// Every regular expression of the product takes linear time on any text: `recheck` proves it, or finds no attack. The patterns that it
// has proved are listed in patterns-proven.txt, below its version; PROOF=1 proves all of them again and writes the list.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { checkSync } from 'recheck'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseAst } from 'vitest/node'
import { STATES } from '../../data/schema/states.ts'
import { PROJECT_ROOT } from '../../data/store/paths.ts'

interface Pattern {
  source: string
  flags: string
  at: string
}

/** Time limit per pattern; a pattern that `recheck` cannot decide within it fails. */
const TIMEOUT_MS = 120_000

const PROVEN = join(import.meta.dirname, 'patterns-proven.txt')
const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'node_modules', 'recheck', 'package.json'), 'utf8'))
const [provenBy, ...proven] = readFileSync(PROVEN, 'utf8').trim().split('\n')
const isProof = process.env.PROOF === '1'
/** Digests of patterns with their flags. */
const known = new Set(provenBy === version && !isProof ? proven : [])
const digestOf = (pattern: string): string => createHash('sha256').update(pattern).digest('hex').slice(0, 16)

const files = ['cli', 'client', 'data', 'ingest', 'build', 'server', 'apps']
  .flatMap((folder) =>
    readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter(
    (file) =>
      /\.(ts|js)$/.test(file) && !file.startsWith(join('data', 'var')) && !file.startsWith(join('client', 'dist')),
  )
const literals: Pattern[] = []
const builders = new Set<string>()
const built: Pattern[] = []

for (const file of files) {
  const text = readFileSync(join(PROJECT_ROOT, file), 'utf8')
  visit(parseAst(text, { lang: file.endsWith('.ts') ? 'ts' : 'js' }), (node) => {
    const { regex } = node
    if (isNode(regex)) literals.push({ source: String(regex.pattern), flags: String(regex.flags), at: file })
    const { callee } = node
    if (isNode(callee) && callee.name === 'RegExp') builders.add(file)
  })
}

beforeAll(async () => {
  const Plain = RegExp
  vi.stubGlobal(
    'RegExp',
    new Proxy(Plain, {
      construct(_, [source, flags]: [string, string?]) {
        const pattern = new Plain(source, flags)
        // The nearest frame: those of importers may follow.
        const stack = new Error().stack ?? ''
        const [at] = [...builders]
          .filter((file) => stack.includes(join(PROJECT_ROOT, file)))
          .sort((a, b) => stack.indexOf(join(PROJECT_ROOT, a)) - stack.indexOf(join(PROJECT_ROOT, b)))
        if (at !== undefined) built.push({ source: pattern.source, flags: pattern.flags, at })
        return pattern
      },
    }),
  )
  // Modules of earlier tests have built their patterns already.
  vi.resetModules()
  for (const file of builders) await import(pathToFileURL(join(PROJECT_ROOT, file)).href)
  // The tables of the states' lists.
  await import('../../ingest/ballot/sources.ts')
  // Three files build their patterns at run time.
  const { titleOffices } = await import('../../ingest/ballot/office.ts')
  for (const state of STATES) titleOffices(state)
  const [{ toMountPoint }, { toPattern }, { routes, liveRoutes }, { consoleRoutes }] = await Promise.all([
    import('../../server/app.ts'),
    import('../../server/http/server.ts'),
    import('../../server/routes.ts'),
    import('../../apps/console/console.ts'),
  ])
  for (const { path } of [...routes, ...liveRoutes, ...consoleRoutes]) toPattern(path)
  for (const path of ['/', '/explore', '/assets/']) toMountPoint(path)
})

afterAll(() => {
  vi.unstubAllGlobals()
})

test('the scan finds the patterns, and every file that builds patterns has built one', () => {
  expect(literals.length).toBeGreaterThan(300)
  expect(new Set(built.map(({ at }) => at))).toEqual(builders)
})

test('every pattern takes linear time', async () => {
  const distinct = new Map([...literals, ...built].map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]))
  const slow: string[] = []
  for (const [pattern, { source, flags, at }] of distinct) {
    if (known.has(digestOf(pattern))) continue
    // Vitest gives up a worker that does not answer for a minute: it answers between two patterns.
    await setImmediate()
    const verdict = checkSync(source, flags, { timeout: TIMEOUT_MS })
    if (verdict.status === 'safe') continue
    const attack =
      verdict.status === 'vulnerable' ? `${verdict.complexity.summary}: ${verdict.attack.pattern}` : 'unproven'
    slow.push(`${at}: ${pattern}: ${attack}`)
  }
  expect(slow).toEqual([])
  if (isProof) writeFileSync(PROVEN, `${[version, ...[...distinct.keys()].map(digestOf).sort()].join('\n')}\n`)
}, 1_800_000)

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function visit(node: unknown, see: (node: Record<string, unknown>) => void): void {
  if (!isNode(node)) return
  if (!Array.isArray(node)) see(node)
  for (const value of Object.values(node)) visit(value, see)
}
