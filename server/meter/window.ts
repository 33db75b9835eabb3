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

/** A clock that jumps back keeps the window it is in, so that it never refills. */
function indexAt(window: Window, now: number): number {
  return Math.max(window.index, Math.floor(now / window.length))
}

export function countAt(window: Window, now: number): number {
  return indexAt(window, now) === window.index ? window.count : 0
}

export function add(window: Window, now: number): void {
  window.count = countAt(window, now) + 1
  window.index = indexAt(window, now)
}

/** Whole seconds until it ends. */
export function secondsLeft(window: Window, now: number): number {
  return Math.ceil(((indexAt(window, now) + 1) * window.length - now) / 1000)
}
