import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { projectFile } from './paths.ts'

/** The version of this program, as package.json states it. */
export function loadVersion(): string {
  const file: unknown = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
  return z.looseObject({ version: z.string() }).parse(file).version
}
