import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, integer, Named, pageOf } from './wire.ts'

export const QuarantineRow = z.strictObject({
  Id: z.string(),
  ReceivedAt: z.iso.datetime(),
  Channel: z.enum(['mqtt', 'http', 'bulk']),
  Mac: z.string().nullable(),
  Device: Named.nullable(),
  Reason: z.string(),
  /** The rejected payload, truncated to 1,024 characters, with unprintable characters replaced. */
  Payload: z.string(),
  /** Number of similar rejections merged into this row; `Payload` is from one of them. */
  Count: z.int(),
})
export type QuarantineRow = z.output<typeof QuarantineRow>

export const quarantine = {
  list: endpoint({
    method: 'GET',
    path: '/ingest/quarantine',
    summary:
      'List rejected device payloads with the reason; those that belong to no site are visible at the root only',
    access: 'ViewQuarantine',
    query: z.strictObject({
      SiteId: id.optional(),
      Page: integer(0).default(0),
      PageSize: integer(1, 200).default(25),
    }),
    answer: pageOf(QuarantineRow),
  }),
}
