// A sentence of /v1 about a place, in the words of a page: its field has no name of a parameter, and a point is typed into it.

export function toPageSentence(message: string): string {
  const sentence = message
    .replace(/^Parameter `location`: /, '')
    .replace('lat and lng', 'a point (latitude,longitude)')
    .replace(/\b([Tt])his server\b/g, '$1his service')
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}
