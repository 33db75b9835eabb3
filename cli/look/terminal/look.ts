import { environmentValue } from '../../../data/store/paths.ts'
import { TEXT_WIDTH_MAX, TEXT_WIDTH_MIN, TEXT_WIDTH_PIPED } from '../../constants.ts'
import type { Look } from './page.ts'
import { chooseStyle } from './style.ts'

interface Screen {
  isTTY?: boolean
  columns?: number
  hasColors?(): boolean
}

/** Colour only in a terminal that has it, unless NO_COLOR is set (no-color.org). */
export function chooseLook({ isTTY = false, columns = 0, hasColors }: Screen, noColor: string | undefined): Look {
  const coloured = isTTY && noColor === undefined && (hasColors?.() ?? false)
  // A terminal of unknown size says 0.
  const width = isTTY && columns > 0 ? Math.min(TEXT_WIDTH_MAX, Math.max(TEXT_WIDTH_MIN, columns)) : TEXT_WIDTH_PIPED
  return { style: chooseStyle(coloured), width }
}

export function lookOfStdout(): Look {
  const { isTTY, columns } = process.stdout
  const hasColors = (): boolean => process.stdout.hasColors()
  return chooseLook({ isTTY, columns, hasColors }, environmentValue('NO_COLOR'))
}
