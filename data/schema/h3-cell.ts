// A point's resolution-7 cell, in a third of the time that h3-js takes. The projection onto a face is one division instead of
// H3's chain of arcs, so it is rounded otherwise; where that could matter the caller has to ask h3-js.

import { FACE_AXES, FACE_BASE_CELLS, FACE_CELLS, FACES, PENTAGONS } from './icosahedron.ts'

const LEVELS = 7
const PER_BASE = 7 ** LEVELS

/** Edge of a base cell in the plane that touches a face's middle, and the turn of odd resolutions: H3's constants.h. */
const UNIT = 0.381966011250105
const ODD_TURN = 0.3334731722518321
const SIN_60 = Math.sqrt(0.75)

/** Cosines nearer than this leave open which face a point lies on; H3's and ours differ by less than 1e-15. */
const FACE_MARGIN = 1e-12
/** Of a cell's width, about 0.2 mm; H3's own rounding reaches 1e-8 beside the middle of a face, ours less. */
const SIDE_MARGIN = 1e-7

// Of each face: its middle, and the covectors that give a point's coordinates along i and j, nine numbers in all.
const PROJECTIONS = Float64Array.from(FACE_AXES.flatMap(projectionOf))

function projectionOf([x, y, z, azimuth]: readonly [number, number, number, number]): number[] {
  const level = Math.hypot(x, y)
  const north = [(-z * x) / level, (-z * y) / level, (1 - z * z) / level]
  const east = [-y / level, x / level, 0]
  const scale = 7 ** (LEVELS / 2) / UNIT
  const along = (turn: number, axis: number): number =>
    scale * (Math.cos(turn) * (north[axis] ?? 0) + Math.sin(turn) * (east[axis] ?? 0))
  // H3 counts angles anticlockwise, azimuths run clockwise.
  const first = azimuth - ODD_TURN
  const second = first - Math.PI / 2
  const j = [0, 1, 2].map((axis) => along(second, axis) / SIN_60)
  return [x, y, z, ...[0, 1, 2].map((axis) => along(first, axis) + (j[axis] ?? 0) / 2), ...j]
}

// The digit of a cell by its place in its parent, i + 2j or i + 4j modulo 7, and the steps that the digit is from the middle.
const ODD_DIGITS = [0, 4, 2, 6, 1, 5, 3]
const EVEN_DIGITS = [0, 4, 1, 5, 2, 6, 3]
const STEPS_I = [0, -1, 0, -1, 1, 0, 1]
const STEPS_J = [0, -1, 1, 0, 0, -1, 1]

/** Two resolutions are a plain seventh; by (i mod 7) * 7 + (j mod 7): the two digits * 64 + what i and j lack to multiples of 7. */
const PAIRS = Int32Array.from({ length: 49 }, (_, at) => {
  const [i, j] = [Math.floor(at / 7), at % 7]
  const fine = ODD_DIGITS[(i + 2 * j) % 7] ?? 0
  const [di, dj] = [i - (STEPS_I[fine] ?? 0), j - (STEPS_J[fine] ?? 0)]
  const [pi, pj] = [(3 * di - dj) / 7, (di + 2 * dj) / 7]
  const coarse = EVEN_DIGITS[(pi + 4 * pj + 35) % 7] ?? 0
  const [ci, cj] = [pi - (STEPS_I[coarse] ?? 0), pj - (STEPS_J[coarse] ?? 0)]
  return (coarse * 7 + fine) * 64 + ((2 * ci + cj) / 7 + 2) * 8 + ((3 * cj - ci) / 7 + 2)
})

const BASE_CELLS = Uint16Array.from(
  FACE_BASE_CELLS.flatMap((line) => line.split(' ').map((cell) => Math.round(Number(cell) * 10))),
)

/** What each digit becomes in a turn of 60° anticlockwise. */
const TURNED = [0, 5, 3, 1, 6, 4, 2]

function turnDigit(digit: number, turns: number): number {
  let turned = digit
  for (let i = 0; i < turns; i++) turned = TURNED[turned] ?? 0
  return turned
}

const FOUR = 7 ** 4
/** By turns * 7^4 + four digits in base 7: the digits turned. */
const TURNED_FOUR = Uint16Array.from({ length: 6 * FOUR }, (_, at) =>
  [343, 49, 7, 1].reduce(
    (sum, unit) => sum * 7 + turnDigit(Math.floor((at % FOUR) / unit) % 7, Math.floor(at / FOUR)),
    0,
  ),
)

/** The key (data/schema/cell.ts) of the cell that holds a point in microdegrees; -1 so near to a cell's side that h3-js has to tell. */
export function findCellKey(lngMicro: number, latMicro: number): number {
  const lng = lngMicro * (Math.PI / 180e6)
  const lat = latMicro * (Math.PI / 180e6)
  const level = Math.cos(lat)
  const x = Math.cos(lng) * level
  const y = Math.sin(lng) * level
  const z = Math.sin(lat)
  let face = 0
  let near = -2
  let next = -2
  for (let i = 0; i < FACES; i++) {
    const cosine = (PROJECTIONS[i * 9] ?? 0) * x + (PROJECTIONS[i * 9 + 1] ?? 0) * y + (PROJECTIONS[i * 9 + 2] ?? 0) * z
    if (cosine > near) {
      next = near
      near = cosine
      face = i
    } else if (cosine > next) next = cosine
  }
  const at = face * 9
  const a = ((PROJECTIONS[at + 3] ?? 0) * x + (PROJECTIONS[at + 4] ?? 0) * y + (PROJECTIONS[at + 5] ?? 0) * z) / near
  const b = ((PROJECTIONS[at + 6] ?? 0) * x + (PROJECTIONS[at + 7] ?? 0) * y + (PROJECTIONS[at + 8] ?? 0) * z) / near
  let i = Math.floor(a)
  let j = Math.floor(b)
  // The middles around a point are three corners of a rhombus whose short diagonal is (0, 0) to (1, 1).
  const upper = b - j > a - i
  const major = upper ? b - j : a - i
  const minor = upper ? a - i : b - j
  const toFar = 2 * major - minor - 1
  const toBoth = major + minor - 1
  const toOther = 2 * minor - major
  const beyond = Math.max(toFar, toBoth)
  const margin = beyond < 0 ? -beyond : Math.min(beyond, Math.abs(toOther))
  if (!(near - next > FACE_MARGIN && margin > SIDE_MARGIN)) return -1
  if (beyond > 0) {
    if (toOther > 0) {
      i++
      j++
    } else if (upper) j++
    else i++
  }
  return keyOn(face, i, j)
}

/** @param i, j the cell's place on the face */
function keyOn(face: number, i: number, j: number): number {
  let digits = 0
  let unit = 1
  // A multiple of 7 that makes both positive.
  for (let level = LEVELS; level > 1; level -= 2) {
    const ri = (i + 7_000_000) % 7
    const rj = (j + 7_000_000) % 7
    const pair = PAIRS[ri * 7 + rj] ?? 0
    digits += (pair >> 6) * unit
    unit *= 49
    i = (i - ri) / 7 + ((pair >> 3) & 7) - 2
    j = (j - rj) / 7 + (pair & 7) - 2
  }
  const last = ODD_DIGITS[(i + 2 * j + 70) % 7] ?? 0
  digits += last * unit
  const di = i - (STEPS_I[last] ?? 0)
  const dj = j - (STEPS_J[last] ?? 0)
  const pi = (3 * di - dj) / 7
  const pj = (di + 2 * dj) / 7
  const k = -Math.min(pi, pj, 0)
  const cell = BASE_CELLS[face * FACE_CELLS + (pi + k) * 9 + (pj + k) * 3 + k] ?? 0
  const base = Math.floor(cell / 10)
  const clockwise = PENTAGONS.get(base)
  if (clockwise) return base * PER_BASE + turnPentagon(digits, cell % 10, clockwise.includes(face))
  const turns = (cell % 10) * FOUR
  const upper = Math.floor(digits / FOUR)
  return base * PER_BASE + (TURNED_FOUR[turns + upper] ?? 0) * FOUR + (TURNED_FOUR[turns + digits - upper * FOUR] ?? 0)
}

/** A pentagon has no children of digit 1: whatever would begin with it is turned once more. */
function turnPentagon(digits: number, turns: number, isClockwise: boolean): number {
  let turned = leading(digits) === 1 ? turnAll(digits, isClockwise ? 5 : 1) : digits
  for (let i = 0; i < turns; i++) {
    turned = turnAll(turned, 1)
    if (leading(turned) === 1) turned = turnAll(turned, 1)
  }
  return turned
}

function turnAll(digits: number, turns: number): number {
  const upper = Math.floor(digits / FOUR)
  return (TURNED_FOUR[turns * FOUR + upper] ?? 0) * FOUR + (TURNED_FOUR[turns * FOUR + digits - upper * FOUR] ?? 0)
}

/** The first digit that is not 0, or 0. */
function leading(digits: number): number {
  let rest = digits
  while (rest > 6) rest = Math.floor(rest / 7)
  return rest
}
