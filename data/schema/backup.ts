// The manifest of a backup: the files of a data folder at one moment, each under its SHA-256.

import { z } from 'zod'
import { instant } from './scalar.ts'

/** Raised with each change that an earlier version cannot restore. Another format is refused, with its number. */
export const BACKUP_FORMAT = 1

/** The only places in a data folder that a restore writes to. Of `raw`, `inbox`, `overlay` and `evidence`, no part of a path begins with a dot. */
export const PATH_IN_BACKUP =
  /^(state\.sqlite|usage\.sqlite|pepper\.sealed|feed\.mark|last-run\.json|sources\.yaml|bundles\/[0-9a-f]{64}(\.retrieved)?\.json|parts\/[0-9a-f]{64}\.sqlite|events\/\d{4}-\d{2}-\d{2}\.ndjson|(raw|inbox|overlay|evidence)(\/[^./\\\0][^/\\\0]*)+)$/

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const backupFile = z.object({
  /** In the data folder. */
  path: z.string().regex(PATH_IN_BACKUP, 'expected a path that a data folder has'),
  sha256,
  bytes: z.number().int().nonnegative(),
})
export type BackupFile = z.infer<typeof backupFile>

export const backup = z.object({
  format: z.literal(BACKUP_FORMAT),
  made_at: instant,
  /** Of the program that made it. */
  version: z.string(),
  /** The data folder, on the machine that made the backup. */
  folder: z.string(),
  /** The current publication and the end of the feed. Null if nothing was published. */
  head: z
    .object({
      publication: z.number().int().positive(),
      bundle: sha256,
      published_at: instant,
      epoch: z.string(),
      seq: z.number().int().nonnegative(),
      occurred_at: instant.nullable(),
      chain: sha256,
    })
    .nullable(),
  /** `left out`: no passphrase was given. `none`: no pepper was in use yet. */
  pepper: z.enum(['sealed', 'left out', 'none']),
  /** By path. */
  files: z.array(backupFile),
})
export type Backup = z.infer<typeof backup>
