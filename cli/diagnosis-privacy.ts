// What `doctor` says of who can read the files, and of personal data in them.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Paths } from '../data/store/paths.ts'
import type { Finding } from './finding.ts'
import { quote } from './options.ts'
import { formatNumberOf } from './output.ts'

/** Of the folder's group or of anybody. */
const OTHERS = 0o077

/** Nothing in a folder that others cannot enter can be read by them. A folder or file that the operator opened on purpose is told too. */
export function checkPermissions({ root }: Pick<Paths, 'root'>): Finding {
  const check = 'permissions'
  if ((statSync(root).mode & OTHERS) === 0) return { check, status: 'ok', found: `${root} is open to its owner alone` }
  const open = readdirSync(root)
    .map((name) => join(root, name))
    .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0)
  if (open.length === 0) return { check, status: 'ok', found: `nothing in ${root} is open to other users` }
  return {
    check,
    status: 'warn',
    found: `other users can read ${open.length} files or folders in ${root}; an earlier version made them so, or you opened them`,
    next: `chmod go-rwx ${open.map(quote).join(' ')}`,
  }
}

/** Bytes that were kept before the registry named all that is personal in them go when their source is fetched again. */
export async function checkKeptBytes({ raw }: Pick<Paths, 'raw'>, flag: string): Promise<Finding> {
  const check = 'kept bytes'
  const [{ loadKept }, { sources }] = await Promise.all([import('../ingest/raw.ts'), import('../ingest/registry.ts')])
  const kept = loadKept(raw)
  const stale = sources.flatMap((source) =>
    source.files.flatMap((file) => {
      const personal = (file.personal ?? source.personal).join('\n')
      const path = `/${file.mirror.split('/').map(encodeURIComponent).join('/')}`
      const entries = [...kept].filter(
        ([address]) => address === file.url || address === `mirror:${file.mirror}` || address.endsWith(path),
      )
      return entries.some(([, entry]) => entry.personal.join('\n') !== personal) ? [source.id] : []
    }),
  )
  if (stale.length === 0)
    return {
      check,
      status: 'ok',
      found: `${formatNumberOf(kept.size, 'file')}, personal data blanked as the registry says`,
    }
  return {
    check,
    status: 'warn',
    found: `kept before all that is personal in them was blanked: files of ${[...new Set(stale)].join(', ')}`,
    next: `hustings nightly${flag}   (fetches them again and deletes what was kept)`,
  }
}
