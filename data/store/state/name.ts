import { randomBytes } from 'node:crypto'

/** A unique name for an epoch or a stage: 16 hex digits. */
export function makeName(): string {
  return randomBytes(8).toString('hex')
}
