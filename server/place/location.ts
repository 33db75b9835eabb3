import type { ResolvedLocation } from './place.ts'

interface Known {
  /** False if the lines needed for part of the answer are missing. */
  complete: boolean
  lines_differ: boolean
}

export function presentLocation(place: ResolvedLocation, { complete, lines_differ }: Known): string {
  const { exact, basis, kind, label, state, resolver } = place
  // A city may lie in more counties than are known.
  const isComplete = complete && !(kind === 'city' && basis === 'county')
  const known = `"exact":${exact},"complete":${isComplete},"lines_differ":${lines_differ}`
  return `{${known},"basis":"${basis}","kind":"${kind}","label":${JSON.stringify(label)},"state":"${state}","resolver":"${resolver}"}`
}
