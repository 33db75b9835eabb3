// What a failed query means.

import pg from 'pg'

/** The connection is gone, or was never made: PostgreSQL itself has said nothing, or that it ends. */
export function isLost(fault: unknown): boolean {
  return !(fault instanceof pg.DatabaseError) || /^(08|57P)/.test(fault.code ?? '')
}

/** The server has not answered in time: it would not answer another attempt either. */
export function isTimeout(fault: unknown): boolean {
  return fault instanceof Error && fault.message === 'Query read timeout'
}

/** PostgreSQL has undone the transaction because of another one: it may run again. */
export function isUndone(fault: unknown): boolean {
  return fault instanceof pg.DatabaseError && (fault.code === '40001' || fault.code === '40P01')
}

/** The SQLSTATE of a guard: the state has moved. PostgreSQL itself uses no class that begins with H and a letter but HV. */
export const MOVED = 'HU001'

/** A change was refused because the state has moved. */
export function isMoved(fault: unknown): fault is pg.DatabaseError {
  return fault instanceof pg.DatabaseError && fault.code === MOVED
}

/** The database accepts no writes: it is a standby, set to read only, or its disk is full. */
export function isReadOnly(fault: unknown): boolean {
  return fault instanceof pg.DatabaseError && (fault.code === '25006' || fault.code === '53100')
}

/** @param url whose password is kept out */
export function describeFault(fault: unknown, url: string): string {
  const all = fault instanceof AggregateError ? fault.errors : [fault]
  const text = all.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
  const password = decodeURIComponent(URL.parse(url)?.password ?? '')
  return password === '' ? text : text.replaceAll(password, '…')
}
