// Cuts characters off the ends of a text in linear time, which a pattern with `+$` does not take.

/** @param before the characters to cut at the start @param after those to cut at the end */
export function trimMarks(text: string, before: string, after: string): string {
  let [start, end] = [0, text.length]
  while (start < end && before.includes(text.charAt(start))) start++
  while (end > start && after.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
