// The definitions of the tables, and the fault of a store that another version has written.

import { readFileSync } from 'node:fs'
import { projectFile } from './paths.ts'

/** The text of a file in ddl/. */
export function readDdl(name: string): string {
  return readFileSync(projectFile('data', 'store', 'ddl', name), 'utf8')
}

/** A store was written by another version of Hustings. */
export function anotherFormat(store: string, found: number, expected: number): Error {
  return new Error(
    `${store}: its format is ${found}, this version of hustings reads ${expected}: run the version that wrote it`,
  )
}
