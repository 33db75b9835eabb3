// d3-zoom and the packages that it needs, as one script for browsers.

import { readFileSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'

/** Each after those that it needs. */
const PACKAGES = ['color', 'dispatch', 'ease', 'interpolate', 'selection', 'timer', 'transition', 'drag', 'zoom']

/** Its packages share one global object, `d3`. Their licences ask for the notice in each copy. */
export function loadZoomLibrary(): Buffer {
  const read = (...path: string[]): string => readFileSync(projectFile('node_modules', ...path), 'utf8')
  const scripts = PACKAGES.map(
    (name) => `/* d3-${name}\n${read(`d3-${name}`, 'LICENSE')}*/\n${read(`d3-${name}`, 'dist', `d3-${name}.min.js`)}`,
  )
  return Buffer.from(scripts.join('\n'))
}
