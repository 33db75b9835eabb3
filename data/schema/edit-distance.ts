/**
 * The candidate most similar to a word, ignoring case; undefined if none is similar. Similar means that at most a third of the
 * letters of the longer one change: `stat` and `states`, but not `q` and `to`.
 */
export function findSimilar(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  let similar: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const changes = countChanges(lower, candidate.toLowerCase())
    if (changes < fewest && changes <= Math.max(word.length, candidate.length) / 3)
      [similar, fewest] = [candidate, changes]
  }
  return similar
}

/** Levenshtein distance: letters to change, insert or remove. */
export function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** The candidates most like a text, best first: by common words, or by few changed letters. */
export function findNear(text: string, candidates: readonly string[], most = 3, least = 0.5): string[] {
  const own = foldWords(text)
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, score: likenessOf(own, foldWords(candidate)) }))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

function foldWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** From 0 to 1. */
function likenessOf(a: readonly string[], b: readonly string[]): number {
  const common = a.filter((word) => b.includes(word)).length
  const [from, to] = [a.join(' '), b.join(' ')]
  const longest = Math.max(from.length, to.length, 1)
  return Math.max(common / Math.max(new Set([...a, ...b]).size, 1), 1 - countChanges(from, to) / longest)
}
