// Every import of every source file, `import type` included, for the layering tests and `make graph`.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { PROJECT_ROOT } from '../../data/store/paths.ts'

const TOP_LEVEL = ['cli.ts', 'cli', 'client', 'data', 'examples', 'ingest', 'build', 'server', 'apps'] as const

export const files = sourceFiles()
export const imports = new Map(files.map((file) => [file, importsOf(file)]))

function sourceFiles(): string[] {
  return TOP_LEVEL.flatMap((name) =>
    name.endsWith('.ts')
      ? [name]
      : readdirSync(join(PROJECT_ROOT, name), { recursive: true, encoding: 'utf8' })
          .filter((file) => /(?<!\.d)\.ts$/.test(file) && !(name === 'data' && file.startsWith('var')))
          .map((file) => join(name, file)),
  ).sort()
}

export function textOf(file: string): string {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8')
}

/** Imports that remain in the compiled file: without `import type` and `export type`. */
export function runtimeImports(file: string): string[] {
  return importsIn(file, textOf(file).replace(/^(?:import|export) type\b[^'"]*? from '[^']+'$/gms, ''))
}

export function filesWith(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(textOf(file)))
}

/** Imports of each file: packages by name, project files by path from the root. */
function importsOf(file: string): string[] {
  return importsIn(file, textOf(file))
}

function importsIn(file: string, text: string): string[] {
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gms),
  ]
  return specifiers.map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
  })
}

/** `data`, `server`, …; `cli` for `cli.ts`. */
export function topLevelOf(file: string): string {
  return file === 'cli.ts' ? 'cli' : (file.split('/')[0] ?? file)
}

/** A folder of the second level, such as `server/http`; files beside the folders are a room of their own, such as `server`. */
export function roomOf(file: string): string {
  if (file === 'cli.ts') return file
  const [top = file, second, third] = file.split('/')
  return second === undefined || third === undefined ? topLevelOf(file) : `${top}/${second}`
}

/** Only project files. */
export function fileEdges(): [from: string, to: string][] {
  return files.flatMap((from) =>
    (imports.get(from) ?? []).filter((to) => to.endsWith('.ts')).map((to): [string, string] => [from, to]),
  )
}

/** Number of imports from each room to each other room. */
export function roomEdges(): Map<string, Map<string, number>> {
  const rooms = new Map<string, Map<string, number>>(files.map((file) => [roomOf(file), new Map()]))
  for (const [from, to] of fileEdges()) {
    const [room, other] = [roomOf(from), roomOf(to)]
    const counts = rooms.get(room)
    if (room !== other && counts) counts.set(other, (counts.get(other) ?? 0) + 1)
  }
  return rooms
}

/** Strongly connected components by Tarjan's algorithm: each group of nodes comes after the groups that it leads to. */
export function groupsInOrder(edges: ReadonlyMap<string, Iterable<string>>): string[][] {
  const [numbers, lows] = [new Map<string, number>(), new Map<string, number>()]
  const [open, groups]: [string[], string[][]] = [[], []]
  const visit = (node: string): number => {
    const number = numbers.size
    numbers.set(node, number)
    let low = number
    open.push(node)
    for (const to of edges.get(node) ?? []) {
      const known = numbers.get(to)
      if (known === undefined) low = Math.min(low, visit(to))
      else if (open.includes(to)) low = Math.min(low, lows.get(to) ?? known)
    }
    lows.set(node, low)
    if (low === number) groups.push(open.splice(open.indexOf(node)))
    return low
  }
  for (const node of edges.keys()) if (!numbers.has(node)) visit(node)
  return groups
}
