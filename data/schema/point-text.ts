// A point that a person types as a place: `44.45,-69.78`, or `44.45 -69.78`.

const WITH_COMMA = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/
/** Whole numbers may be the beginning of an address. */
const WITH_SPACE = /^(-?\d+\.\d+)\s+(-?\d+\.\d+)$/

/** The parameters of a point; undefined if the text is no point. Whether it lies on the earth is checked later. */
export function parsePointText(text: string): { lat: string; lng: string } | undefined {
  const typed = text.trim()
  const [, lat, lng] = WITH_COMMA.exec(typed) ?? WITH_SPACE.exec(typed) ?? []
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}
