// Names of candidates: those that a feed misspells, and facts about the case of English-language names that a publisher prints in capitals.

/**
 * FiveThirtyEight 2018: letters garbled by wrong encodings (as read in windows-1252), and words that its source,
 * Ballotpedia, adds to distinguish pages.
 */
export const FIVETHIRTYEIGHT_NAMES: Readonly<Record<string, string>> = {
  'Anthony White (Alabama)': 'Anthony White',
  'Cristina OsmeÌ±a': 'Cristina Osmeña',
  'Jim Shea (Maryland)': 'Jim Shea',
  'Jonathan Edwards (Oregon)': 'Jonathan Edwards',
  'Michael McCarthy (Michigan)': 'Michael McCarthy',
  'Rick Trevi\u0331o': 'Rick Treviño',
  'Rocky ChÌÁvez': 'Rocky Chávez',
}

/** San Francisco 2016: the June list of candidates has the first spelling, the election's results the second. */
export const SF_2016_NAMES: Readonly<Record<string, string>> = {
  'Gywneth Borden': 'Gwyneth Borden',
  'Nicholas Pasquarielleo': 'Nicholas Pasquariello',
}

/**
 * Whole names of one word, in lower case. Sources: California Secretary of State, certified list of candidates, November 2020; Washington
 * Secretary of State, voters' pamphlet, August 2018.
 */
export const WHOLE_ONE_WORD_NAMES: ReadonlySet<string> = new Set(['goodspaceguy', 'starchild'])

// Facts about the case of English-language names, for names that a publisher prints in capitals.

/** Words between a given name and a surname; families write them in either case. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'DA DAS DE DEL DELLA DEN DER DES DI DO DOS DU LA LAS LE LOS TEN TER VAN VON'.split(' '),
)

/**
 * Gaelic surnames whose second part is a name itself. Families write them both ways (MacDonald, Macdonald), so each is uncertain
 * unless another stored name shows its spelling.
 */
export const MAC_SURNAMES: ReadonlySet<string> = new Set(
  `MACALISTER MACALLISTER MACARTHUR MACAULAY MACBETH MACBRIDE MACCALLUM MACCARTHY MACCORMACK MACCORMICK MACDERMOTT MACDONALD
  MACDONELL MACDONNELL MACDOUGAL MACDOUGALL MACDOWELL MACDUFF MACEACHERN MACEWEN MACFADYEN MACFARLAND MACFARLANE MACGILLIVRAY
  MACGOWAN MACGREGOR MACGUIRE MACINNES MACINNIS MACINTOSH MACINTYRE MACIVER MACKAY MACKENZIE MACKINNON MACKINTOSH MACLACHLAN
  MACLAREN MACLAUGHLIN MACLEAN MACLEAY MACLELLAN MACLENNAN MACLEOD MACMAHON MACMASTER MACMILLAN MACMULLEN MACMURRAY MACNAB
  MACNAMARA MACNAMEE MACNAUGHTON MACNEAL MACNEIL MACNEILL MACPHAIL MACPHEE MACPHERSON MACQUARRIE MACQUEEN MACRAE MACTAVISH MACWILLIAMS`
    .trim()
    .split(/\s+/),
)

/** Names that begin like a Gaelic one but are not. */
export const PLAIN_MAC_NAMES: ReadonlySet<string> = new Set(
  `MACARIO MACE MACEDO MACH MACHADO MACHIN MACHUCA MACIAS MACIEL MACIK MACK MACKALL MACKE MACKEY MACKIE MACKIN MACKLEM MACKLIN
  MACKS MACLIN MACOMBER MACON MACRI MACURA MACY MACZKO`
    .trim()
    .split(/\s+/),
)

/** Suffixes of a name, in their usual case. */
export const NAME_ENDINGS: Readonly<Record<string, string>> = {
  JR: 'Jr',
  SR: 'Sr',
  II: 'II',
  III: 'III',
  IV: 'IV',
  VI: 'VI',
  VII: 'VII',
  VIII: 'VIII',
  CPA: 'CPA',
  DDS: 'DDS',
  DVM: 'DVM',
  ESQ: 'Esq',
  MD: 'MD',
  PHD: 'PhD',
}

/** Words of only consonants that are not initials. */
export const CONSONANT_WORDS: Readonly<Record<string, string>> = {
  DR: 'Dr',
  JNO: 'Jno',
  MC: 'Mc',
  MR: 'Mr',
  MRS: 'Mrs',
  MS: 'Ms',
  NG: 'Ng',
  ST: 'St',
  WM: 'Wm',
}
