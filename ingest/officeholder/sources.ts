// Sources of officeholders: Congress, state offices, legislatures and the D.C. Council.

import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import { rawUrl } from '../boundary/publisher.ts'
import type { Source, SourceFile } from '../read/source.ts'
import { readCongress } from './congress.ts'
import { OFFICE_CLASSIFICATIONS } from './contact.ts'
import { readOpenStates } from './openstates.ts'

/**
 * Blanked and never read: birth and gender, other facts from a state's site (homes, families, religion), and addresses that are not
 * a public office's.
 */
const PEOPLE: SourceFile = {
  // The archive has former holders too, in other folders.
  url: 'https://github.com/openstates/people/archive/refs/heads/main.tar.gz',
  mirror: 'officeholders/openstates_people_current.tar.gz',
  personal: [
    'birth_date',
    'death_date',
    'gender',
    'biography',
    'extras',
    `offices[classification!=${OFFICE_CLASSIFICATIONS.join('|')}]`,
  ],
}

export const officeholderSources: readonly Source[] = [
  {
    id: 'openstates-people',
    publisher: 'Open States',
    url: 'https://github.com/openstates/people',
    licence: 'CC0-1.0',
    vintage: '2026-08-05',
    published_on: '2026-08-05',
    living: true,
    states: STATE_CODES,
    files: [PEOPLE],
    personal: [],
    family: 'public',
    needs: ['divisions'],
    read: readOpenStates,
  },
  {
    id: 'congress-legislators',
    publisher: 'The @unitedstates project',
    url: 'https://github.com/unitedstates/congress-legislators',
    licence: 'CC0-1.0',
    vintage: '2026-06-15',
    published_on: '2026-06-15',
    living: true,
    states: STATE_CODES,
    files: [
      toFile('legislators-current'),
      toFile('legislators-district-offices'),
      toFile('legislators-social-media'),
      PEOPLE,
    ],
    personal: ['birthday', 'gender'],
    family: 'public',
    read: readCongress,
  },
]

function toFile(name: string): SourceFile {
  return {
    url: rawUrl('unitedstates/congress-legislators', 'main', `${name}.yaml`),
    mirror: `officeholders/congress-legislators/${name}.yaml.gz`,
  }
}
