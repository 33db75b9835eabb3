// The styles of a text. A colour has one meaning, and never a party's.

export interface Style {
  heading(text: string): string
  /** Less important than the rest. */
  faint(text: string): string
  strong(text: string): string
  /** Uncertain, withdrawn or missing: the words say it, too. */
  caution(text: string): string
}

const styled = (code: number, end: number) => (text: string) =>
  text === '' ? '' : `\u001b[${code}m${text}\u001b[${end}m`
const unstyled = (text: string): string => text

export const PLAIN: Style = { heading: unstyled, faint: unstyled, strong: unstyled, caution: unstyled }

const COLOURED: Style = {
  heading: styled(36, 39),
  faint: styled(2, 22),
  strong: styled(1, 22),
  caution: styled(33, 39),
}

export function chooseStyle(coloured: boolean): Style {
  return coloured ? COLOURED : PLAIN
}
