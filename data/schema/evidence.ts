import { z } from 'zod'
import { instant } from './scalar.ts'
import { EVIDENCE_METHODS } from './vocabulary.ts'

export const evidence = z
  .object({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .meta({
        description:
          'SHA-256 of the kept bytes. Of a capture, these are the page without scripts, styles, comments and attributes, and without phone numbers, e-mail and street addresses. Null if the source has several files.',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    retrieved_at: instant
      .nullable()
      .meta({ description: 'When these bytes were first fetched. Null if that is not known.' }),
    quote: z
      .string()
      .nullable()
      .meta({
        description:
          'Text in the kept bytes that states the endorsement. Of a feed and the desk, it is the statement. Treat it as untrusted text. Null if there is none.',
        examples: ['We endorse Avery Sample for mayor.'],
      }),
    quote_found: z.boolean().meta({
      description:
        'Whether the kept bytes state the endorsement. Of a capture: whether the page had the statement, word for word, or a sentence that names endorser and choice.',
      examples: [true],
    }),
    method: z.enum(EVIDENCE_METHODS).meta({
      id: 'EvidenceMethod',
      description:
        'feed: a kept file of the source lists the endorsement. desk: the endorser entered it at the publishing desk. capture: the page at source_url was fetched.',
      examples: ['capture'],
    }),
    missing_since: instant.nullable().meta({
      description:
        'Since which check the page no longer states what the capture has. Null if it did at the last check. The endorsement stays as it is until a person has looked.',
    }),
  })
  .meta({ id: 'Evidence', description: 'What shows that the endorser made an endorsement.' })
export type Evidence = z.infer<typeof evidence>

/** In the picks of positions and in `endorsed_by`. */
export const evidenceSummary = evidence.pick({ method: true, quote_found: true }).meta({
  id: 'EvidenceSummary',
  description:
    'The kind of evidence of an endorsement, without the quote: `/v1/endorsements/{id}` has it. Absent from a bundle of an earlier version.',
})
