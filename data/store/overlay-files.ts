// The files of the overlay's folder, for those who do not read what is in them.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The overlay cannot be used. Each problem names file, line, key, got and expected. */
export class OverlayFault extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`the overlay cannot be used: ${problems.join('; ')}; run: hustings overlay check`)
    this.name = 'OverlayFault'
    this.problems = problems
  }
}

/** Changes with the names, sizes and times of the files; empty without a folder. */
export function signOverlay(folder: string): string {
  return listOverlayFiles(folder)
    .map((name) => {
      const { ino, size, mtimeMs } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {}
      return `${name} ${ino} ${size} ${mtimeMs}`
    })
    .join('\n')
}

/** Names of the YAML files, sorted. A hidden file is an editor's own. */
export function listOverlayFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((file) => (!file.isDirectory() && /^[^.].*\.ya?ml$/.test(file.name) ? [file.name] : []))
      .sort()
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return []
    throw new OverlayFault([
      `overlay: the folder cannot be read (${codeOf(fault)}), expected one that the server may list`,
    ])
  }
}

export function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault)
}
