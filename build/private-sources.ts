// Keeps the rows of private sources on this machine: a bundle that has any is neither exported nor packed.

interface NamedSource {
  id: string
  private?: true | undefined
}

/** The bundle has rows of private sources. */
export class HasPrivateSources extends Error {
  constructor(ids: readonly string[]) {
    super(
      `the bundle has rows of private sources (${ids.join(', ')}), which may not leave this machine in an export or a snapshot`,
    )
    this.name = 'HasPrivateSources'
  }
}

/** Throws HasPrivateSources. */
export function refusePrivate(sources: readonly NamedSource[]): void {
  const ids = sources.filter((source) => source.private).map(({ id }) => id)
  if (ids.length > 0) throw new HasPrivateSources(ids)
}
