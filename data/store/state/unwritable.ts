/** An operation changed nothing because the disk takes no writes: it is full, mounted read-only, or this user may not write there. */
export class StateUnwritable extends Error {
  constructor(file: string, fault: unknown) {
    super(
      `${file} cannot be written (${fault instanceof Error ? fault.message : String(fault)}); run: hustings doctor`,
      {
        cause: fault,
      },
    )
    this.name = 'StateUnwritable'
  }
}
