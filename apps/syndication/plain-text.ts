/** Control characters become spaces: neither XML nor a line of a calendar can hold them. UTF-8 has no half of a surrogate pair. */
export function toPlainLine(text: string): string {
  return text.replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
}
