// The entries of sources.yaml that a snapshot packs beside the bytes of their sources, so that another machine can read these bytes again. They
// say nothing of the machine that fetched them: no variable, no path, and no address of a private network.

import { basename } from 'node:path'
import { stringify } from 'yaml'
import { isUrl } from './address.ts'
import { FEED_LISTS, NO_SOURCES } from './load.ts'
import type { SourcesFile } from './schema.ts'

/** A source as a manifest lists it. */
interface PackedRead {
  id: string
  files: readonly { name?: string | undefined }[]
}

type Entry = NonNullable<SourcesFile[(typeof FEED_LISTS)[number]]>[number]

/** Keys that decide how this machine gets the files, and nothing of what is read from them. */
const OF_THIS_MACHINE = ['allow_private_network', 'every', 'header_env', 'private']

/** YAML with the entries of these sources; null if there are none. */
export function packEntries(file: SourcesFile, reads: readonly PackedRead[]): string | null {
  const byId = new Map(reads.map((read) => [read.id, read]))
  const lists = FEED_LISTS.flatMap((list): [string, object][] => {
    const packed = (file[list] ?? []).flatMap((entry) => {
      const read = byId.get(entry.id)
      return read ? [packEntry(entry, read)] : []
    })
    return packed.length === 0 ? [] : [[list, packed]]
  })
  if (lists.length === 0) return null
  const { version } = NO_SOURCES
  return stringify({ version, ...Object.fromEntries(lists) }, { sortMapEntries: true, lineWidth: 0 })
}

function packEntry(entry: Entry, read: PackedRead): object {
  const kept = Object.entries(entry).filter(([key, value]) => !OF_THIS_MACHINE.includes(key) && value !== undefined)
  return { ...Object.fromEntries(kept), url: isPublic(entry) ? entry.url : nameOf(entry, read) }
}

const isPublic = ({ url, allow_private_network }: Entry): boolean => isUrl(url) && !allow_private_network

/** The name under which the file was read: a path, whose file the packed bytes stand for. */
function nameOf({ id }: Entry, { files }: PackedRead): string {
  return basename(files[0]?.name ?? id)
}
