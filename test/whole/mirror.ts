// A mirror of the sample's files that a test may change.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFile } from '../../data/store/paths.ts'

export interface Mirror {
  folder: string
  /** Replaces a text in one of data/sample's files; the text must exist. */
  edit(file: string, from: string, to: string): void
  remove(): void
}

export function sampleMirror(): Mirror {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-mirror-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(projectFile('node_modules', 'us-atlas'), join(folder, 'node_modules', 'us-atlas'))
  cpSync(projectFile('data', 'sample'), join(folder, 'data', 'sample'), { recursive: true })
  return {
    folder,
    edit(file, from, to) {
      const path = join(folder, 'data', 'sample', file)
      const text = readFileSync(path, 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}`)
      writeFileSync(path, text.replaceAll(from, to))
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
