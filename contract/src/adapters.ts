import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IngestAnswer } from './ingest.ts'

/** Supported message formats of other makers. Each has a page in `docs/adapters`. */
export const adapterFormats = ['halo', 'triton', 'airthings', 'the-things-stack', 'chirpstack'] as const
export type AdapterFormat = (typeof adapterFormats)[number]

export const AdapterAnswer = IngestAnswer.omit({ Commands: true }).extend({
  /** Values and events without a sensor kind, each named once, at most `mostIgnored`. */
  Ignored: z.array(z.string()),
  /** How many there were. */
  IgnoredCount: z.int(),
})
export type AdapterAnswer = z.output<typeof AdapterAnswer>

export const mostIgnored = 50

export const adapters = {
  send: endpoint({
    method: 'POST',
    path: '/ingest/from/:format',
    summary: 'Send readings and events in the format of another maker; returns once they are durable',
    access: 'machine',
    status: 202,
    params: z.strictObject({ format: z.enum(adapterFormats) }),
    /** `event` is added by ChirpStack to each address. */
    query: z.strictObject({ event: z.string().max(100).optional() }),
    streams: 'application/json',
    answer: AdapterAnswer,
  }),
}
