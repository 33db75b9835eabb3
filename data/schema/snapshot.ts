// A snapshot: a published bundle that this server still has, with its exported files.

import { z } from 'zod'
import { instant } from './scalar.ts'

export const snapshot = z.object({
  id: z
    .string()
    .meta({ description: 'Id of the bundle, as in X-Snapshot.', examples: ['7e016be27923'.padEnd(64, '0')] }),
  publication: z.int().meta({ description: 'Number of its latest publication.', examples: [12] }),
  published_at: instant.meta({ description: 'Time of its latest publication.' }),
  current: z.boolean().meta({ description: 'Whether data endpoints answer from it now.' }),
  exports: z
    .array(
      z.object({
        name: z.string().meta({ description: 'Name of the file.', examples: ['contest.parquet'] }),
        url: z.string().meta({
          description: 'Path on this server; it accepts ranges.',
          examples: ['/downloads/7e01/contest.parquet'],
        }),
        bytes: z.int().meta({ description: 'Size of the file.', examples: [12823] }),
        sha256: z
          .string()
          .meta({ description: 'SHA-256 of the file, in hex; also its ETag.', examples: ['ab'.repeat(32)] }),
      }),
    )
    .meta({ description: 'Exported files; empty if the operator has not exported the bundle.' }),
})
export type Snapshot = z.infer<typeof snapshot>
