import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, permissions } from './permissions.ts'
import { readableLine } from './text.ts'

/** Lists by the names of their pages, such as `site-sub-sites`. */
const listNames = [...new Set(Object.values(permissions).map(([url]) => pageOf(url)))]

const Hidden = z.array(z.string().min(1).max(60)).max(40)
const Density = z.enum(['Comfortable', 'Compact'])
const Views = z
  .array(
    z.strictObject({
      Name: readableLine.min(1, 'Please enter a name').max(60),
      /** The query of the page's address, without a question mark. */
      Search: z.string().max(2000),
    }),
  )
  .max(30)

export const ListPreferences = z.strictObject({
  /** Keys of hidden columns. */
  Hidden,
  Density,
  /** Searches, filters and orders saved under a name. */
  Views,
})
export type ListPreferences = z.output<typeof ListPreferences>

/** A field that is absent or null is left as it is, so that two tabs do not undo each other's changes. */
const ListPreferencesChange = z.strictObject({
  Hidden: Hidden.nullish(),
  Density: Density.nullish(),
  Views: Views.nullish(),
})
export type ListPreferencesChange = z.output<typeof ListPreferencesChange>

const ListParams = z.strictObject({ list: z.enum(listNames) })

export const listPreferences = {
  get: endpoint({
    method: 'GET',
    path: '/lists/:list/preferences',
    summary: 'Get how the caller shows a list: hidden columns, density and saved views',
    access: 'signedIn',
    params: ListParams,
    answer: ListPreferences,
  }),
  put: endpoint({
    method: 'PUT',
    path: '/lists/:list/preferences',
    summary: 'Change how the caller shows a list',
    access: 'signedIn',
    params: ListParams,
    body: ListPreferencesChange,
    answer: ListPreferences,
  }),
}
