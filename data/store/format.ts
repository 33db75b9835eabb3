/** A store was written by another version of Hustings. */
export function anotherFormat(store: string, found: number, expected: number): Error {
  return new Error(
    `${store}: its format is ${found}, this version of hustings reads ${expected}: run the version that wrote it`,
  )
}
