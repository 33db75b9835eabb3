import { readFileSync } from 'node:fs'
import { projectFile } from './paths.ts'

/** The text of a file in ddl/. */
export function readDdl(name: string): string {
  return readFileSync(projectFile('data', 'store', 'ddl', name), 'utf8')
}
