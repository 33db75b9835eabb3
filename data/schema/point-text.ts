// A point that a person types as a place: `44.45,-69.78`.

const POINT = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/

/** The parameters of a point; undefined if the text is no point. Whether it lies on the earth is checked later. */
export function parsePointText(text: string): { lat: string; lng: string } | undefined {
  const [, lat, lng] = POINT.exec(text.trim()) ?? []
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}
