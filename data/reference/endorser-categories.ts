// The kinds of endorsers.

export interface EndorserCategory {
  slug: string
  name: string
  singular_name: string
  name_es: string
}

export const ENDORSER_CATEGORIES: readonly EndorserCategory[] = [
  { slug: 'advocacy', name: 'Advocacy groups', singular_name: 'Advocacy group', name_es: 'Grupos de defensa' },
  { slug: 'business', name: 'Business groups', singular_name: 'Business group', name_es: 'Grupos empresariales' },
  { slug: 'civic', name: 'Civic groups', singular_name: 'Civic group', name_es: 'Grupos cívicos' },
  {
    slug: 'environment',
    name: 'Environmental groups',
    singular_name: 'Environmental group',
    name_es: 'Grupos ambientales',
  },
  { slug: 'labor', name: 'Labor groups', singular_name: 'Labor group', name_es: 'Sindicatos' },
  { slug: 'newspaper', name: 'Newspapers', singular_name: 'Newspaper', name_es: 'Periódicos' },
  { slug: 'official', name: 'Elected officials', singular_name: 'Elected official', name_es: 'Funcionarios electos' },
  {
    slug: 'party',
    name: 'Parties and party clubs',
    singular_name: 'Party or party club',
    name_es: 'Partidos y clubes de partido',
  },
  { slug: 'person', name: 'Other people', singular_name: 'Person', name_es: 'Otras personas' },
]
