// Scripts that tests start as processes of their own, compiled once per worker: tsx would compile them and all they import at each start.

import { mkdirSync, renameSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildSync } from 'esbuild'
import { PROJECT_ROOT, projectFile } from '../data/store/paths.ts'

/** In the project, where the script finds its packages and reference tables. */
const FOLDER = join(PROJECT_ROOT, 'node_modules', '.cache', 'hustings-tests')
const done = new Set<string>()

/** @param names the path of a TypeScript file, from the root of the project @returns the file that Node.js runs */
export function compiled(...names: string[]): string {
  const script = projectFile(...names)
  const file = join(FOLDER, `${relative(PROJECT_ROOT, script).replace(/\W/g, '-')}.mjs`)
  if (done.has(script)) return file
  mkdirSync(FOLDER, { recursive: true })
  // Other workers may run the file, or write it too.
  const draft = `${file}.${process.pid}`
  buildSync({
    ...{ entryPoints: [script], outfile: draft, bundle: true, packages: 'external', logLevel: 'warning' },
    ...{ format: 'esm', platform: 'node', target: 'node20.19' },
  })
  renameSync(draft, file)
  done.add(script)
  return file
}
