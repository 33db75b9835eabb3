// Reads README and the guides for their tests: code, tables, sections, anchors, and the commands that exist.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { PROJECT_ROOT, projectFile } from '../../data/store/paths.ts'

const GUIDES = readdirSync(projectFile('docs')).filter((name) => name.endsWith('.md'))
export const NAMES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'RELIABILITY.md',
  'BENCHMARKS.md',
  ...GUIDES.map((name) => `docs/${name}`),
]
const texts = new Map(NAMES.map((name) => [name, readFileSync(projectFile(name), 'utf8')]))

export function textOf(name: string): string {
  const text = texts.get(name)
  if (text === undefined) throw new Error(`no document ${name}`)
  return text
}

/** The text without its code blocks. */
export function proseOf(text: string): string {
  return text.replace(/^ *```[\s\S]*?^ *```/gm, '')
}

/** Words in backticks. */
export function quotedIn(text: string): string[] {
  return [...proseOf(text).matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').replace(/\s+/g, ' '))
}

/** The lines of the shell blocks; continued lines are joined. */
export function typedIn(text: string): string[] {
  return [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap((match) =>
    (match[1] ?? '')
      .replace(/\\\n\s*/g, '')
      .trim()
      .split('\n'),
  )
}

/** The cells of the first table whose header row starts with the given text. */
export function tableOf(text: string, head: string): string[][] {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${head} |`))
  if (at < 0) throw new Error(`no table "${head}"`)
  const rows = lines.slice(at + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end < 0 ? undefined : end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The text under a heading, to the next of any level. */
export function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}\\n`, 'm'))
  return section.split(/^#+ /m)[0] ?? ''
}

/** Anchors as GitHub makes them: lower case, no punctuation, dashes for spaces. */
export function anchorsOf(text: string): string[] {
  return [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

export const program = await loadProgram()

/** Every command that cli.ts registers. */
async function loadProgram(): Promise<Command> {
  const front = readFileSync(projectFile('cli.ts'), 'utf8')
  const whole = new Command('hustings')
  for (const [, path = '', name = ''] of front.matchAll(/import\('\.\/(.+)'\)\)\.(add\w+),$/gm)) {
    const { [name]: add }: Record<string, unknown> = await import(projectFile(path))
    if (typeof add !== 'function') throw new Error(`${path} has no ${name}`)
    add(whole)
  }
  return whole
}

/** Undefined if there is no such command. */
export function findCommand(parent: Command, name: string): Command | undefined {
  return parent.commands.find((command) => command.name() === name)
}

export function commandsIn(parent: Command | undefined): string[] {
  return (parent?.commands ?? []).map((command) => command.name())
}

/** The first cells of a table, without backticks. */
export function namesIn(text: string, head: string): string[] {
  return tableOf(text, head).map(([cell = '']) => cell.replaceAll('`', ''))
}

/** The text files below a folder, or the file itself; without files that a run has written. */
export function filesUnder(root: string): string[] {
  if (root.startsWith(join(PROJECT_ROOT, 'data', 'var'))) return []
  const entries = /\.[a-z]+$/.test(root) ? [] : readdirSync(root, { withFileTypes: true })
  if (entries.length === 0) return [root]
  return entries.flatMap((entry) => {
    const path = join(root, entry.name)
    if (entry.isDirectory()) return filesUnder(path)
    return /\.(ts|mjs|sql|service|env)$/.test(entry.name) ? [path] : []
  })
}
