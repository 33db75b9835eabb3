// The envelopes of all JSON responses, with that of an error.

import { z } from 'zod'
import { ERROR_CODES } from './vocabulary.ts'

export function record<Item extends z.ZodType>(item: Item) {
  return z.object({ data: item }).meta(named(item, 'Response'))
}

export function list<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item).meta({ description: 'Every record.' }) }).meta(named(item, 'List'))
}

const nextCursor = z
  .string()
  .nullable()
  .meta({
    id: 'NextCursor',
    description: 'Cursor of the next page; null only on the last page.',
    examples: ['AWMtMjAyNC0xMS0wNQ'],
  })

export function page<Item extends z.ZodType>(item: Item) {
  return z
    .object({
      data: z.array(item).meta({ description: 'The records of this page.' }),
      next_cursor: nextCursor,
    })
    .meta(named(item, 'Page'))
}

/** The name in /openapi.json: `ElectionPage`. Generated clients call the type of an answer by it. */
function named(item: z.ZodType, suffix: 'List' | 'Page' | 'Response'): { id?: string } {
  const id = item.meta()?.id
  return id === undefined ? {} : { id: `${id}${suffix}` }
}

export const errorBody = z
  .object({
    error: z
      .object({
        code: z.enum(ERROR_CODES).meta({
          id: 'ErrorCode',
          description: 'Code of the error. Programs use it, never the message.',
          examples: ['invalid_parameter'],
        }),
        message: z.string().meta({
          description:
            'A sentence for people: the problem, where it is, the value received and the value expected. It may be reworded.',
          examples: ['Parameter `states`: got `XX`, expected one of AK, AL, …'],
        }),
        request_id: z
          .string()
          .regex(/^req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
          .meta({
            description: 'Id of the request, as in the header X-Request-Id. Quote it when you report a fault.',
            examples: ['req_01929e4b-8f6a-7c21-9a54-3d1f0b6c7e88'],
          }),
      })
      .meta({ id: 'ErrorDetail', description: 'The error.' }),
  })
  .meta({ id: 'Error', description: 'Body of every error response.' })
export type ErrorBody = z.infer<typeof errorBody>
