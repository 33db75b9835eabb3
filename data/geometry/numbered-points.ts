// Gives each distinct point a number, with a hash table of integers, to find the edges that meet at a vertex.

/**
 * @param coordinates [x0, y0, x1, y1, …], integers
 * @returns the number of each point, from 0 by first occurrence; equal points have equal numbers.
 */
export function numberPoints(coordinates: ArrayLike<number>): { numbers: Uint32Array; count: number } {
  const points = coordinates.length / 2
  const numbers = new Uint32Array(points)
  const firsts = new Uint32Array(points)
  // Each slot holds a number plus one; half of the slots stay empty.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * points + 1)))
  let count = 0
  for (let point = 0; point < points; point++) {
    const [x, y] = [coordinates[2 * point] ?? 0, coordinates[2 * point + 1] ?? 0]
    let slot = hash(x, y) & (slots.length - 1)
    for (; slots[slot]; slot = (slot + 1) & (slots.length - 1)) {
      const first = 2 * (firsts[(slots[slot] ?? 0) - 1] ?? 0)
      if (coordinates[first] === x && coordinates[first + 1] === y) break
    }
    if (!slots[slot]) {
      firsts[count] = point
      slots[slot] = ++count
    }
    numbers[point] = (slots[slot] ?? 0) - 1
  }
  return { numbers, count }
}

function hash(x: number, y: number): number {
  const mixed = Math.imul(x ^ (x >>> 16), 0x9e3779b1) ^ Math.imul(y ^ (y >>> 15), 0x85ebca6b)
  const spread = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (spread ^ (spread >>> 16)) >>> 0
}
