// Texts that many cached rows have, such as states and types, each once in memory. Every row of SQLite comes with strings of its own.

const texts = new Map<string, string>()

/** An equal text, the same for all callers. Only for texts of which a bundle has few. */
export function share<Text extends string>(text: Text): Text {
  const known = texts.get(text)
  if (known !== undefined) return known as Text
  texts.set(text, text)
  return text
}
