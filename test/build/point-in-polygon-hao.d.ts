// The package refers to types that it does not contain.
declare module 'point-in-polygon-hao' {
  /** True inside, false outside, 0 on the boundary. Rings are closed. */
  export default function pointInPolygon(
    point: readonly [number, number],
    rings: readonly (readonly (readonly number[])[])[],
  ): boolean | 0
}
