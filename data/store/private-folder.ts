import { mkdirSync } from 'node:fs'

/** Creates the folder and its parents, open only to their owner. Existing folders keep their mode. @returns whether it created one */
export function makePrivateFolder(folder: string): boolean {
  return mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
}
