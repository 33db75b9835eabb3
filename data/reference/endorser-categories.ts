// The categories of endorsers.

interface ReferenceCategory {
  slug: string
  name: string
  singular_name: string
  name_es: string
  singular_name_es: string
}

export const ENDORSER_CATEGORIES: readonly ReferenceCategory[] = [
  {
    slug: 'advocacy',
    name: 'Advocacy groups',
    singular_name: 'Advocacy group',
    name_es: 'Grupos de defensa',
    singular_name_es: 'Grupo de defensa',
  },
  {
    slug: 'business',
    name: 'Business groups',
    singular_name: 'Business group',
    name_es: 'Grupos empresariales',
    singular_name_es: 'Grupo empresarial',
  },
  {
    slug: 'civic',
    name: 'Civic groups',
    singular_name: 'Civic group',
    name_es: 'Grupos cívicos',
    singular_name_es: 'Grupo cívico',
  },
  {
    slug: 'environment',
    name: 'Environmental groups',
    singular_name: 'Environmental group',
    name_es: 'Grupos ambientales',
    singular_name_es: 'Grupo ambiental',
  },
  {
    slug: 'labor',
    name: 'Labor groups',
    singular_name: 'Labor group',
    name_es: 'Sindicatos',
    singular_name_es: 'Sindicato',
  },
  {
    slug: 'newspaper',
    name: 'Newspapers',
    singular_name: 'Newspaper',
    name_es: 'Periódicos',
    singular_name_es: 'Periódico',
  },
  {
    slug: 'official',
    name: 'Elected officials',
    singular_name: 'Elected official',
    name_es: 'Funcionarios electos',
    singular_name_es: 'Funcionario electo',
  },
  {
    slug: 'party',
    name: 'Parties and party clubs',
    singular_name: 'Party or party club',
    name_es: 'Partidos y clubes de partido',
    singular_name_es: 'Partido o club de partido',
  },
  {
    slug: 'person',
    name: 'Other people',
    singular_name: 'Person',
    name_es: 'Otras personas',
    singular_name_es: 'Persona',
  },
]
