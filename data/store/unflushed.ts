// The sentence for a database that the disk did not keep.

/** DuckDB says `fsync failed!` without the file. */
export function sayUnflushed(fault: unknown, file: string): unknown {
  if (!(fault instanceof Error) || !fault.message.includes('fsync failed')) return fault
  const sentence = `${file}, or a database beside it, was not flushed to the disk (${fault.message}); expected a disk that keeps what is written: its errors are in the kernel's log`
  return new Error(sentence, { cause: fault })
}
