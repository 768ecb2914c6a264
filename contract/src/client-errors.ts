import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * `Render`: a page could not be shown. `Session`: the session could not be created, with the reason as the message.
 * `Uncaught`: any other error.
 */
export const ClientErrorKind = z.enum(['Render', 'Session', 'Uncaught'])
export type ClientErrorKind = z.output<typeof ClientErrorKind>

export const ClientError = z.strictObject({
  Kind: ClientErrorKind,
  Message: z.string().max(1000),
  Stack: z.string().max(6000).optional(),
  /** The path of the page, without its query, which may contain codes. */
  Page: z
    .string()
    .regex(/^\/[^?#]*$/, 'Expected a path without a query')
    .max(300)
    .meta({ examples: ['/dashboard'] }),
})
export type ClientError = z.output<typeof ClientError>

export const clientErrors = {
  report: endpoint({
    method: 'POST',
    path: '/clienterrors',
    summary: 'Report an error of the portal in a browser, for the log and the metrics of the operator',
    access: 'public',
    rate: 'report',
    status: 204,
    body: ClientError,
    answer: z.undefined(),
  }),
}
