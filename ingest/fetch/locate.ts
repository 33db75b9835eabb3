// Where a file is: at its publisher, in a mirror, or where the operator says; and where a person saves it by hand.

import { basename, join } from 'node:path'
import type { FileForm, Source, SourceFile } from '../read/source.ts'

/** As messages show it: the path inside a mirror, without `.gz`. */
export function nameOf({ mirror }: SourceFile): string {
  return mirror.replace(/\.gz$/, '')
}

/** The path of a file that is read from a disk; undefined if it is downloaded. */
export function findPath(file: SourceFile, mirror: string | null): string | undefined {
  return locate(file, mirror).folder ?? undefined
}

/** `folder` is the path of a file that is on a disk. `form` is set for a POST. */
export function locate(
  file: SourceFile,
  mirror: string | null,
): { address: string; folder: string | null; form?: FileForm } {
  const { location, form } = file
  if (location) return 'path' in location ? toPath(location.path) : { address: location.address, folder: null }
  if (mirror === null) return { address: file.url, folder: null, ...(form && { form }) }
  if (!/^https?:\/\//.test(mirror)) return { address: `mirror:${file.mirror}`, folder: join(mirror, file.mirror) }
  const path = file.mirror.split('/').map(encodeURIComponent).join('/')
  return { address: `${mirror.replace(/(?<!\/)\/+$/, '')}/${path}`, folder: null }
}

function toPath(path: string): { address: string; folder: string } {
  return { address: `file:${path}`, folder: path }
}

/** The key of an address in the index of kept bytes: one address may give a file for each form. */
export function keyOf(address: string, form: FileForm | undefined): string {
  return form ? `POST ${address} ${new URLSearchParams(form.fields)}` : address
}

/**
 * Where a person saves a file that its publisher refuses to programs; undefined without an inbox. The name is the one in the address, if
 * that is a file's own.
 */
export function savedAs(
  { id }: Pick<Source, 'id'>,
  file: SourceFile,
  address: string,
  inbox: string | undefined,
): string | undefined {
  if (inbox === undefined) return undefined
  const { pathname, search } = new URL(address)
  const name = toFileName(pathname.split('/').at(-1) ?? '')
  return join(inbox, id, name === undefined || search !== '' || file.form ? basename(nameOf(file)) : name)
}

/** Undefined for a text that is no name of a file in its folder. */
function toFileName(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text)
    return name === '' || name === '..' || name !== basename(name) || name.includes('\0') ? undefined : name
  } catch {
    return undefined
  }
}
