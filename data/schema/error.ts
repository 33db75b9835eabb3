import { z } from 'zod'
import { ERROR_CODES } from './vocabulary.ts'

export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES),
      message: z.string().meta({ description: 'What, where, got, expected. For people; it may be reworded.' }),
      request_id: z.string().regex(/^req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    }),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>
