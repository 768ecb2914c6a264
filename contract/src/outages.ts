import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, Named, OnlyPage, ScopeQuery } from './wire.ts'

/** A site of which most devices fell silent together. One notice replaces those of their offline alerts. */
export const Outage = z.strictObject({
  Id: id,
  /** The lowest site with all of these devices. null if it is above the sites that the caller sees. */
  Site: Named.nullable(),
  /** From this instant all of them were silent. */
  StartAt: z.iso.datetime(),
  /** How many devices fell silent together, and how many still are; only those in the requested sites count. */
  Devices: z.int(),
  Silent: z.int(),
})
export type Outage = z.output<typeof Outage>

export const outages = {
  list: endpoint({
    method: 'GET',
    path: '/outages',
    summary: 'List the sites of which most devices fell silent together and are not back, newest first',
    access: 'ViewAlerts',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape }),
    answer: z.array(Outage),
  }),
}
