import { endOfString } from './json.ts'

/** The 1-based lines on which the items of an object's lists begin, by the list's key. `text` must be valid JSON. */
export function findItemLines(text: string): ReadonlyMap<string, readonly number[]> {
  const lists = new Map<string, number[]>()
  let [depth, line, key] = [0, 1, '']
  let list: number[] | undefined
  let atItem = false
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (character === '\n') line++
    if (/\s/.test(character)) continue
    if (atItem && depth === 2 && character !== ']') {
      list?.push(line)
      atItem = false
    }
    switch (character) {
      case '"': {
        const end = endOfString(text, i)
        if (depth === 1) key = text.slice(i, end + 1)
        i = end
        break
      }
      case '[':
      case '{':
        depth++
        if (depth !== 2 || character === '{') break
        list = []
        lists.set(String(JSON.parse(key || '""')), list)
        atItem = true
        break
      case ']':
      case '}':
        depth--
        if (depth < 2) list = undefined
        break
      case ',':
        atItem = depth === 2 && list !== undefined
        break
    }
  }
  return lists
}
