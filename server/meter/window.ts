// A count within a stretch of the clock: a UTC minute, a UTC day. It moves only when something is counted, so that what was
// written down is all there is to know of it.

export interface Window {
  /** Milliseconds. */
  readonly length: number
  /** Its number since 1970. */
  index: number
  count: number
}

/** One in which nothing was ever counted. */
export function openWindow(length: number): Window {
  return { length, index: 0, count: 0 }
}

/** The clock ran ahead when something was last counted in it: it begins more than its own length after now. */
export function isAhead({ index, length }: Pick<Window, 'index' | 'length'>, now: number): boolean {
  return index - Math.floor(now / length) > 1
}

/** A clock that jumps back keeps the window it is in, so that it never refills; one that is ahead is discarded. */
function indexAt(window: Window, now: number): number {
  const index = Math.floor(now / window.length)
  return isAhead(window, now) ? index : Math.max(window.index, index)
}

export function countAt(window: Window, now: number): number {
  return indexAt(window, now) === window.index ? window.count : 0
}

export function add(window: Window, now: number): void {
  window.count = countAt(window, now) + 1
  window.index = indexAt(window, now)
}

/** Of a window that has ended nothing is left to give back. */
export function subtract(window: Window, now: number): void {
  if (countAt(window, now) > 0) window.count -= 1
}

/** Whole seconds until it ends. */
export function secondsLeft(window: Window, now: number): number {
  return Math.ceil(((indexAt(window, now) + 1) * window.length - now) / 1000)
}
