// A source with one endorser and its endorsements, for tests of the warehouse.

import type { SourceRead, SourceRow } from '../../../data/store/source-read.ts'

export function readOf(signature: string, source_id = 'feed'): SourceRead {
  return {
    ...{ source_id, signature, family: 'public', publisher: 'p', licence: 'CC0-1.0', vintage: 'v' },
    ...{ url: 'https://example.org', published_on: '2028-01-01', states: ['NC'], rows_in: 2, files: [] },
  }
}

export function rowsOf(statements: readonly string[]): SourceRow[] {
  const at = { file: 'feed.csv', line: 1 }
  const endorser = {
    ...{ endorser_slug: 'club', name: 'Club', category: 'civic', state: 'NC' as const },
    ...{ description: null, website_url: null },
  }
  return [
    { ...at, table: 'endorser', row: endorser },
    ...statements.map((statement, nth): SourceRow => {
      const choice_key = `contest/choice-${nth}`
      const row = {
        ...{ endorsement_key: `club/${choice_key}`, endorser_slug: 'club', contest_key: 'contest', choice_key },
        ...{ rank: null, statement, statement_es: null, source_url: null, published_on: null, evidence_url: null },
      }
      return { ...at, table: 'endorsement', row }
    }),
  ]
}
