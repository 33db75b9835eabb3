import { mkdirSync } from 'node:fs'

/** Makes the folder, and those above it, for its owner alone; one that is there stays as the operator has it. @returns whether one was made */
export function makePrivateFolder(folder: string): boolean {
  return mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
}
