import { randomBytes } from 'node:crypto'

/** Of an epoch or a stage, as no other ever had: 16 hex digits. */
export function makeName(): string {
  return randomBytes(8).toString('hex')
}
