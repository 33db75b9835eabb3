// The headers of a tar file in the ustar format (POSIX.1-1988). Owner, time and mode are fixed, so a name and a size give one header.

export const TAR_BLOCK = 512
/** Two empty blocks end the file. */
export const TAR_END_BYTES = 2 * TAR_BLOCK
/** A longer name is split at its last slash: the folder goes into the prefix field. */
const NAME_BYTES = 100
const PREFIX_BYTES = 155
/** The size field holds eleven octal digits. */
export const TAR_ENTRY_BYTES_MAX = 8 ** 11 - 1

const SIZE_AT = 124
const SUM_AT = 148
const TYPE_AT = 156
const PREFIX_AT = 345
const MAGIC_AT = 257
const MAGIC = 'ustar'

/** Throws RangeError if the name or the size does not fit. */
export function tarHeader(name: string, bytes: number): Buffer {
  const slash = name.length > NAME_BYTES ? name.lastIndexOf('/') : -1
  const [prefix, base] = [name.slice(0, Math.max(0, slash)), name.slice(slash + 1)]
  if (!/^[\x21-\x7e]+$/.test(name) || base.length > NAME_BYTES || prefix.length > PREFIX_BYTES)
    throw new RangeError(`the name ${JSON.stringify(name)} does not fit a tar header`)
  if (bytes > TAR_ENTRY_BYTES_MAX) throw new RangeError(`${name} has ${bytes} bytes, more than ${TAR_ENTRY_BYTES_MAX}`)
  const header = Buffer.alloc(TAR_BLOCK)
  header.write(base, 0, 'latin1')
  header.write(prefix, PREFIX_AT, 'latin1')
  const octal = (at: number, digits: number, value: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  octal(100, 7, 0o644)
  octal(108, 7, 0)
  octal(116, 7, 0)
  octal(SIZE_AT, 11, bytes)
  octal(136, 11, 0)
  header.fill(' ', SUM_AT, TYPE_AT)
  header.write('0', TYPE_AT, 'latin1')
  header.write(`${MAGIC}\x0000`, MAGIC_AT, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, SUM_AT, 'latin1')
  return header
}

/** True for the header of any program since POSIX.1-1988. */
export function isTarHeader(header: Buffer): boolean {
  return header.toString('latin1', MAGIC_AT, MAGIC_AT + MAGIC.length) === MAGIC
}

/** Name, type and size in bytes of any tar header, for a message: nothing of it is checked. */
export function describeHeader(header: Buffer): { name: string; type: string; bytes: number } {
  const text = (from: number, to: number) => header.toString('latin1', from, to).replace(/\0.*$/s, '')
  const prefix = text(PREFIX_AT, PREFIX_AT + PREFIX_BYTES)
  const name = text(0, NAME_BYTES)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: text(TYPE_AT, TYPE_AT + 1),
    bytes: Number.parseInt(text(SIZE_AT, 136), 8),
  }
}

/** Zero bytes after an entry, up to the next block. */
export function paddingOf(bytes: number): number {
  return (TAR_BLOCK - (bytes % TAR_BLOCK)) % TAR_BLOCK
}
