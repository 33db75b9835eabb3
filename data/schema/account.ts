// What may be written of an account and its keys: names, contacts, labels. One line each, shown as it is in tables and pages.

import { z } from 'zod'

/** Who changes something from a shell, in the audit; no account is called so. */
export const COMMAND_LINE = 'command line'

export const accountName = line(100).refine(
  (name) => name !== COMMAND_LINE,
  `expected another name than "${COMMAND_LINE}"`,
)

/** How the operator reaches who signed up; as they wrote it. */
export const contact = line(200)

/** What its owner calls a key. */
export const keyLabel = line(100)

/** No control, format or line-separating character: what is shown is what was written, in the order that it was written in. */
function line(longest: number): z.ZodType<string> {
  const shape = new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${longest}}$`, 'u')
  return z
    .string()
    .normalize('NFC')
    .refine(
      (text) => shape.test(text) && text.trim() === text,
      `expected 1 to ${longest} characters, no control characters, no space at either end`,
    )
}
