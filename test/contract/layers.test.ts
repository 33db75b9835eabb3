// The rules of the house, on every import of every file, `import type` included.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../data/store/paths.ts'

const ROOMS = ['cli.ts', 'cli', 'data', 'ingest', 'build', 'server'] as const
const files = sourceFiles()
const imports = new Map(files.map((file) => [file, importsOf(file)]))

describe('what may import what', () => {
  test('the scan sees the house', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports.get('data/store/warehouse.ts')).toContain('@duckdb/node-api')
  })

  test('data imports only itself; ingest, build and server import data and themselves, never each other', () => {
    const allowed: Record<string, readonly string[]> = {
      data: ['data'],
      ingest: ['ingest', 'data'],
      build: ['build', 'data'],
      server: ['server', 'data'],
      cli: ['cli', 'data', 'ingest', 'build', 'server'],
    }
    const wrong = edges().filter(([from, to]) => !allowed[room(from)]?.includes(room(to)))
    expect(wrong).toEqual([])
  })

  test('inside server: main → app → routes → v1 → place, read, recommend, feed → data', () => {
    const rank = (file: string): number | undefined => {
      const [, folder, name] = file.split('/')
      if (folder === 'main.ts') return 6
      if (folder === 'app.ts') return 5
      if (folder === 'routes.ts') return 4
      if (folder === 'v1' && name) return 3
      return folder && ['place', 'read', 'recommend', 'feed'].includes(folder) ? 2 : undefined
    }
    const wrong = edges().filter(([from, to]) => {
      const [above, below] = [rank(from), rank(to)]
      if (above === undefined || below === undefined || !from.startsWith('server/')) return false
      return below > above || (above === 3 && below === 3)
    })
    expect(wrong).toEqual([])
  })

  test('one door per package', () => {
    const doors: Record<string, RegExp> = {
      '@duckdb/node-api': /^data\/store\/warehouse\.ts$/,
      'better-sqlite3': /^data\/store\//,
      'h3-js': /^(data\/schema\/cell|build\/cells)\.ts$/,
      otpauth: /^data\/access\/totp\.ts$/,
      'ipaddr.js': /^data\/schema\/address\.ts$/,
      polka: /^server\/app\.ts$/,
    }
    for (const [name, door] of Object.entries(doors)) {
      const users = files.filter((file) => imports.get(file)?.includes(name))
      expect(
        users.filter((file) => !door.test(file)),
        name,
      ).toEqual([])
      expect(users.length, `${name} is used`).toBeGreaterThan(0)
    }
  })

  test('the environment is read in two places, the clock only at the edges', () => {
    expect(filesWith(/\bprocess\.env\b/).sort()).toEqual(['data/store/paths.ts', 'server/config.ts'])
    const clock = filesWith(/\bDate\.now\b|new Date\(\)/).filter(
      (file) => !/^(cli\.ts|cli\/.*|server\/main\.ts)$/.test(file),
    )
    expect(clock).toEqual([])
  })

  test('the pure rooms touch no file, database, network or chance', () => {
    const pure =
      /^(data\/schema\/|ingest\/(ballot|boundary|endorsement|geocode|officeholder|sample|read)\/|server\/recommend\/|server\/console\/pages\/|server\/feed\/filter|build\/diff)/
    const impure =
      /^(node:(fs|fs\/promises|net|http|https|child_process|worker_threads)|better-sqlite3|@duckdb\/node-api|undici)$/
    const wrong = files
      .filter((file) => pure.test(file))
      .flatMap((file) => (imports.get(file) ?? []).filter((name) => impure.test(name)).map((name) => [file, name]))
    expect(wrong).toEqual([])
  })

  test('no cycles', () => {
    expect(cycles()).toEqual([])
  })
})

describe('the shape of files', () => {
  test('no barrels, no names that say nothing', () => {
    expect(files.filter((file) => /(^|\/)(index|utils?|helpers?|common|misc|lib)(\.ts|\/)/.test(file))).toEqual([])
    expect(filesWith(/^export \* from/m)).toEqual([])
    expect(filesWith(/^export default/m)).toEqual([])
  })
})

function sourceFiles(): string[] {
  return ROOMS.flatMap((name) =>
    name.endsWith('.ts')
      ? [name]
      : readdirSync(join(PROJECT_ROOT, name), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts') && !(name === 'data' && file.startsWith('var')))
          .map((file) => join(name, file)),
  ).sort()
}

function text(file: string): string {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8')
}

function filesWith(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(text(file)))
}

/** Packages by name, project files by path from the root. */
function importsOf(file: string): string[] {
  const specifiers = [
    ...text(file).matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gms),
  ]
  return specifiers.map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
  })
}

function room(file: string): string {
  return file === 'cli.ts' ? 'cli' : (file.split('/')[0] ?? file)
}

function edges(): [string, string][] {
  return files.flatMap((from) =>
    (imports.get(from) ?? []).filter((to) => to.endsWith('.ts')).map((to): [string, string] => [from, to]),
  )
}

function cycles(): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const to of imports.get(file) ?? []) if (to.endsWith('.ts')) visit(to, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return found
}
