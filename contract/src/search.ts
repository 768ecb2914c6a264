import { z } from 'zod'
import { unwatched } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './text.ts'
import { deviceStatuses } from './vocabulary.ts'
import { id, many, Named } from './wire.ts'

export const searchKinds = ['Sites', 'Devices', 'Users'] as const
export const SearchKind = z.enum(searchKinds)

const hit = {
  Id: id,
  Name: z.string(),
  /** The sites that contain it, from below the caller's own site down. Empty at the caller's own site. */
  Path: z.array(Named),
}

export const SearchHits = z.strictObject({
  /** IsInactive: it or a site above it is inactive. */
  Sites: z.array(z.strictObject({ ...hit, IsInactive: z.boolean() })),
  Devices: z.array(
    z.strictObject({
      ...hit,
      Mac: z.string(),
      Site: Named.nullable(),
      Status: z.enum(deviceStatuses),
      Unwatched: unwatched,
    }),
  ),
  Users: z.array(z.strictObject({ ...hit, Email: z.string(), UserRole: Named, IsActive: z.boolean() })),
})
export type SearchHits = z.output<typeof SearchHits>

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    summary: 'Find sites, devices and users by the beginnings of words in their names, best matches first',
    access: 'signedIn',
    query: z.strictObject({
      /** Words, part of a hardware address in any notation, or the beginning of an email. */
      text: searchText
        .trim()
        .min(1, 'Please enter a text')
        .max(100)
        .meta({ examples: ['library'] }),
      /** Defaults to all kinds. Kinds that the caller may not see have no hits. */
      kind: many(SearchKind),
    }),
    answer: SearchHits,
  }),
}
