// Finds a point's resolution-7 cell in a third of the time that h3-js takes. The projection onto a face is one division instead of
// H3's chain of arcs, so it rounds differently. If that could matter, the caller has to use h3-js.

// H3's grid on the faces of an icosahedron: tables of H3 4.5 (Uber, Apache-2.0), faceijk.c and baseCells.c.

const FACES = 20
/** Base cells that a face's coordinates can name: (i, j, k), each 0 to 2. */
const FACE_CELLS = 27

/** For each face: its center on the unit sphere, x, y, z, and the azimuth of the i axis there, radians. */
export const FACE_AXES: readonly (readonly [number, number, number, number])[] = [
  [0.2199307791404606, 0.6583691780274996, 0.7198475378926182, 5.6199582685239395],
  [-0.2139234834501421, 0.1478171829550703, 0.9656017935214205, 5.7603390817141875],
  [0.1092625278784797, -0.481195157287321, 0.8697775121287253, 0.78021365439343],
  [0.7428567301586791, -0.3593941678278028, 0.5648005936517033, 0.4304693639799999],
  [0.8112534709140969, 0.3448953237639384, 0.472138773641393, 6.130269123335111],
  [-0.1055498149613921, 0.9794457296411413, 0.1718874610009365, 2.692877706530643],
  [-0.8075407579970092, 0.1533552485898818, 0.5695261994882688, 2.982963003477244],
  [-0.2846148069787907, -0.8644080972654206, 0.4144792552473539, 3.532912002790141],
  [0.7405621473854482, -0.6673299564565524, -0.0789837646326737, 3.494305004259568],
  [0.8512303986474293, 0.4722343788582681, -0.2289137388687808, 3.0032141694995382],
  [-0.7405621473854481, 0.6673299564565524, 0.0789837646326737, 5.930472956509812],
  [-0.8512303986474292, -0.4722343788582682, 0.2289137388687808, 0.13837848409025486],
  [0.1055498149613919, -0.9794457296411413, -0.1718874610009365, 0.4487149470591504],
  [0.8075407579970092, -0.1533552485898819, -0.5695261994882688, 0.15862965011254937],
  [0.2846148069787908, 0.8644080972654204, -0.4144792552473539, 5.891865957979238],
  [-0.7428567301586791, 0.3593941678278027, -0.5648005936517033, 2.711123289609793],
  [-0.811253470914097, -0.3448953237639382, -0.472138773641393, 3.294508837434268],
  [-0.2199307791404607, -0.6583691780274996, -0.7198475378926182, 3.80481969224544],
  [0.213923483450142, -0.1478171829550704, -0.9656017935214205, 3.6644388790551923],
  [-0.1092625278784796, 0.481195157287321, -0.8697775121287253, 2.361378999196363],
]

/** For each face, at i * 9 + j * 3 + k: the base cell, and after a dot the turns of 60° anticlockwise to its own axes. */
const FACE_BASE_CELLS: readonly string[] = [
  '16 18 24 33 30 32.3 49.1 48.3 50.3 8 5.5 10.5 22 16 18 41.1 33 30 4 0.5 2.5 15.1 8 5.5 31.1 22 16',
  '2 6 14 10 11 17.3 24.1 23.3 25.3 0 1.5 9.5 5 2 6 18.1 10 11 4.1 3.5 7.5 8.1 0 1.5 16.1 5 2',
  '7 21 38 9 19 34.3 14.1 20.3 36.3 3 13.5 29.5 1 7 21 6.1 9 19 4.2 12.5 26.5 0.1 3 13.5 2.1 1 7',
  '26 42 58 29 43 62.3 38.1 47.3 64.3 12 28.5 44.5 13 26 42 21.1 29 43 4.3 15.5 31.5 3.1 12 28.5 7.1 13 26',
  '31 41 49 44 53 61.3 58.1 65.3 75.3 15 22.5 33.5 28 31 41 42.1 44 53 4.4 8.5 16.5 12.1 15 22.5 26.1 28 31',
  '50 48 49.3 32 30.3 33.3 24.3 18.3 16.3 70 67 66.3 52.3 50 48 37.3 32 30.3 83 87.3 85.3 74.3 70 67 57.1 52.3 50',
  '25 23 24.3 17 11.3 10.3 14.3 6.3 2.3 45 39 37.3 35.3 25 23 27.3 17 11.3 63 59.3 57.3 56.3 45 39 46.3 35.3 25',
  '36 20 14.3 34 19.3 9.3 38.3 21.3 7.3 55 40 27.3 54.3 36 20 51.3 34 19.3 72 60.3 46.3 73.3 55 40 71.3 54.3 36',
  '64 47 38.3 62 43.3 29.3 58.3 42.3 26.3 84 69 51.3 82.3 64 47 76.3 62 43.3 97 89.3 71.3 98.3 84 69 96.3 82.3 64',
  '75 65 58.3 61 53.3 44.3 49.3 41.3 31.3 94 86 76.3 81.3 75 65 66.3 61 53.3 107 104.3 96.3 101.3 94 86 85.3 81.3 75',
  '57 59 63.3 74 78.3 79.3 83.3 92.3 95.3 37 39.3 45.3 52 57 59 70.3 74 78.3 24 23.3 25.3 32.3 37 39.3 50.3 52 57',
  '46 60 72.3 56 68.3 80.3 63.3 77.3 90.3 27 40.3 55.3 35 46 60 45.3 56 68.3 14 20.3 36.3 17.3 27 40.3 25.3 35 46',
  '71 89 97.3 73 91.3 103.3 72.3 88.3 105.3 51 69.3 84.3 54 71 89 55.3 73 91.3 38 47.3 64.3 34.3 51 69.3 36.3 54 71',
  '96 104 107.3 98 110.3 115.3 97.3 111.3 119.3 76 86.3 94.3 82 96 104 84.3 98 110.3 58 65.3 75.3 62.3 76 86.3 64.3 82 96',
  '85 87 83.3 101 102.3 100.3 107.3 112.3 114.3 66 67.3 70.3 81 85 87 94.3 101 102.3 49 48.3 50.3 61.3 66 67.3 75.3 81 85',
  '95 92 83 79 78 74.3 63.1 59.3 57.3 109 108 100.5 93.1 95 92 77.1 79 78 117.4 118.5 114.5 106.1 109 108 90.1 93.1 95',
  '90 77 63 80 68 56.3 72.1 60.3 46.3 106 93 79.5 99.1 90 77 88.1 80 68 117.3 109.5 95.5 113.1 106 93 105.1 99.1 90',
  '105 88 72 103 91 73.3 97.1 89.3 71.3 113 99 80.5 116.1 105 88 111.1 103 91 117.2 106.5 90.5 121.1 113 99 119.1 116.1 105',
  '119 111 97 115 110 98.3 107.1 104.3 96.3 121 116 103.5 120.1 119 111 112.1 115 110 117.1 113.5 105.5 118.1 121 116 114.1 120.1 119',
  '114 112 107 100 102 101.3 83.1 87.3 85.3 118 120 115.5 108.1 114 112 92.1 100 102 117 121.5 119.5 109.1 118 120 95.1 108.1 114',
]

/** The base cells that are pentagons, each with the faces that turn it clockwise. */
const PENTAGONS: ReadonlyMap<number, readonly number[]> = new Map([
  [4, []],
  [14, [2, 6]],
  [24, [1, 5]],
  [38, [3, 7]],
  [49, [0, 9]],
  [58, [4, 8]],
  [63, [11, 15]],
  [72, [12, 16]],
  [83, [10, 19]],
  [97, [13, 17]],
  [107, [14, 18]],
  [117, []],
])

const LEVELS = 7
const PER_BASE = 7 ** LEVELS

/** Edge of a base cell in the plane that touches a face's middle, and the turn of odd resolutions: H3's constants.h. */
const UNIT = 0.381966011250105
const ODD_TURN = 0.3334731722518321
const SIN_60 = Math.sqrt(0.75)

/** If two cosines are closer than this, the face of the point is uncertain; H3's cosines and ours differ by less than 1e-15. */
const FACE_MARGIN = 1e-12
/** Fraction of a cell's width, about 0.2 mm. H3's own rounding error reaches 1e-8 near the center of a face, ours less. */
const SIDE_MARGIN = 1e-7

// For each face: its center, and the covectors that give a point's coordinates along i and j, nine numbers in all.
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

// The digit of a cell by its position in its parent, i + 2j or i + 4j modulo 7, and the steps of the digit from the center.
const ODD_DIGITS = [0, 4, 2, 6, 1, 5, 3]
const EVEN_DIGITS = [0, 4, 1, 5, 2, 6, 3]
const STEPS_I = [0, -1, 0, -1, 1, 0, 1]
const STEPS_J = [0, -1, 1, 0, 0, -1, 1]

/**
 * Two resolutions divide by exactly 7. By (i mod 7) * 7 + (j mod 7): the two digits * 64 + the differences of i and j to multiples of 7.
 */
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

/** The digit that each digit becomes in a turn of 60° anticlockwise. */
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

/**
 * The key (data/index/cell.ts) of the cell that contains a point in microdegrees; -1 if a side is so near that h3-js must decide.
 * @param strict false to take the nearer of two cells there, never -1
 */
export function findCellKey(lngMicro: number, latMicro: number, strict = true): number {
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
  // The cell centers around a point are three corners of a rhombus whose short diagonal is (0, 0) to (1, 1).
  const upper = b - j > a - i
  const major = upper ? b - j : a - i
  const minor = upper ? a - i : b - j
  const toFar = 2 * major - minor - 1
  const toBoth = major + minor - 1
  const toOther = 2 * minor - major
  const beyond = Math.max(toFar, toBoth)
  const margin = beyond < 0 ? -beyond : Math.min(beyond, Math.abs(toOther))
  if (strict && !(near - next > FACE_MARGIN && margin > SIDE_MARGIN)) return -1
  if (beyond > 0) {
    if (toOther > 0) {
      i++
      j++
    } else if (upper) j++
    else i++
  }
  return keyOn(face, i, j)
}

/** @param i, j the cell's position on the face */
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

/** A pentagon has no children of digit 1: digits that would begin with 1 are turned once more. */
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
