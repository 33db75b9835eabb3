// Names that can be confused with another account, or with words of the audit log, are no account names.

import { expect, test } from 'vitest'
import { accountName, COMMAND_LINE, EXPIRY, erasedName, showName } from '../../../data/access/account.ts'

test.each([
  ['newsroom', 'newsroom'],
  ['O’Neill & Söhne, Inc. (test)', 'O’Neill & Söhne, Inc. (test)'],
  ['Иванов и Ко', 'Иванов и Ко'],
  ['Ελλάδα', 'Ελλάδα'],
  ['東京 タワー ニュース', '東京 タワー ニュース'],
  ['서울 新聞', '서울 新聞'],
  ['पत्रकार', 'पत्रकार'],
  ['أخبار', 'أخبار'],
  ['2028', '2028'],
  ['ｅditor', 'editor'],
  ['ﬁne Ⅷ', 'fine VIII'],
  ['cafe\u0301', 'café'],
])('the name %j is valid, kept as %j', (text, kept) => {
  expect(accountName.parse(text)).toBe(kept)
  expect(showName(kept)).toBe(kept)
})

test.each([
  ['\u0441ommand line', 'Cyrillic с before Latin', '\\u{441}ommand line'],
  ['news\u03bfffice', 'Greek ο in Latin', 'news\\u{3bf}ffice'],
  ['\u0441\u043e\u0440\u0435', 'Cyrillic letters that all look Latin', '\\u{441}\\u{43e}\\u{440}\\u{435}'],
  ['\u0391\u0392\u0395', 'Greek letters that all look Latin', '\\u{391}\\u{392}\\u{395}'],
  ['Иван Smith', 'two scripts', '\\u{418}\\u{432}\\u{430}\\u{43d} Smith'],
  ['a  b', 'two spaces', 'a  b'],
  ['a\u00a0 b', 'a no-break space beside a space', 'a\\u{a0} b'],
])('the name %j is refused: %s', (text, _, shown) => {
  expect(accountName.safeParse(text).success).toBe(false)
  expect(showName(text)).toBe(shown)
})

test.each([COMMAND_LINE, 'Command Line', 'ｃommand line', EXPIRY, erasedName(7), 'Erased account 12'])(
  'the name %j is refused, a word of the audit log',
  (text) => expect(accountName.safeParse(text).error?.issues[0]?.message).toContain('the audit uses this one'),
)
