// Pennsylvania's appellate judges whom voters kept or not, for results of counties that shorten or misspell their names.

export interface Retention {
  name: string
  court: 'Supreme Court' | 'Superior Court' | 'Commonwealth Court'
  /** Matches the ways in which counties print the name, in capitals. */
  printed: RegExp
}

/** Source: the Pennsylvania Department of State's list of judicial retentions, municipal election of November 4, 2025. */
export const PA_RETENTIONS_2025: readonly Retention[] = [
  { name: 'Christine Donohue', court: 'Supreme Court', printed: /\bDON[OA]HUE\b|\bCHRISTINE$/ },
  { name: 'Kevin M. Dougherty', court: 'Supreme Court', printed: /\bDOUGHERTY\b|\bKEVIN$/ },
  { name: 'David Wecht', court: 'Supreme Court', printed: /\bWECHT\b|\bDAVID$/ },
  { name: 'Alice Beck Dubow', court: 'Superior Court', printed: /\bD[EU]BR?OW\b|\bALICE$/ },
  { name: 'Michael H. Wojcik', court: 'Commonwealth Court', printed: /\bWOJ(?:CIK|ICK)\b|\bMICHAEL$/ },
]

/** Judicial districts of two counties (42 Pa.C.S. § 901); every other county is a district of its own. */
export const PA_SHARED_COURTS: Readonly<Record<string, string>> = {
  Snyder: '17',
  Union: '17',
  Columbia: '26',
  Montour: '26',
  Forest: '37',
  Warren: '37',
  Franklin: '39',
  Fulton: '39',
  Juniata: '41',
  Perry: '41',
  Sullivan: '44',
  Wyoming: '44',
  Cameron: '59',
  Elk: '59',
}
