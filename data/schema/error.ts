import { z } from 'zod'
import { ERROR_CODES } from './vocabulary.ts'

export const errorBody = z
  .object({
    error: z
      .object({
        code: z.enum(ERROR_CODES).meta({
          description: 'Which error it is: decide by this, never by the message.',
          examples: ['invalid_parameter'],
        }),
        message: z.string().meta({
          description: 'What is wrong, where, what was sent and what is expected. For people; it may be reworded.',
          examples: ['Parameter `states`: got `XX`, expected one of AK, AL, …'],
        }),
        request_id: z
          .string()
          .regex(/^req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
          .meta({
            description: 'Id of the request: quote it when you report a fault. The header X-Request-Id is the same.',
            examples: ['req_01929e4b-8f6a-7c21-9a54-3d1f0b6c7e88'],
          }),
      })
      .meta({ description: 'The fault.' }),
  })
  .meta({ id: 'Error', description: 'Body of every refusal and fault.' })
export type ErrorBody = z.infer<typeof errorBody>
