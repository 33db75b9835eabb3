import { endOfString } from './json.ts'

/**
 * The 1-based line of each item in an object's lists, by the list's key. `text` must be valid JSON.
 * @param levels the depth of the lists in nested objects; tabs join the keys of the path
 */
export function findItemLines(text: string, levels = 1): ReadonlyMap<string, readonly number[]> {
  const lists = new Map<string, number[]>()
  let [depth, line, listsAbove] = [0, 1, 0]
  const keys = new Array<string>(levels).fill('""')
  let list: number[] | undefined
  let atItem = false
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (character === '\n') line++
    if (/\s/.test(character)) continue
    if (atItem && depth === levels + 1 && character !== ']') {
      list?.push(line)
      atItem = false
    }
    switch (character) {
      case '"': {
        const end = endOfString(text, i)
        if (depth <= levels) keys[depth - 1] = text.slice(i, end + 1)
        i = end
        break
      }
      case '[':
      case '{':
        depth++
        if (character === '[' && depth <= levels) listsAbove++
        if (depth !== levels + 1 || character === '{' || listsAbove > 0) break
        list = []
        lists.set(keys.map((key) => String(JSON.parse(key))).join('\t'), list)
        atItem = true
        break
      case ']':
      case '}':
        if (character === ']' && depth <= levels) listsAbove--
        depth--
        if (depth <= levels) list = undefined
        break
      case ',':
        atItem = depth === levels + 1 && list !== undefined
        break
    }
  }
  return lists
}
