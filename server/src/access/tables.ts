import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, DefaultedJson } from '../platform/db/column-types.ts'

interface AuditEntryTable {
  id: GeneratedAlways<number>
  at: DefaultedInstant
  actor_id: string | null
  /** As of that time. */
  actor_name: string | null
  site_id: string | null
  /** The place of the site at that time, which decides who may read the entry. */
  site_path: string | null
  /** As of that time. */
  site_name: string | null
  action: string
  subject_id: string | null
  details: DefaultedJson<Record<string, unknown>>
  /** The network address of the request; null for background work. */
  address: string | null
  /** The version of the fields covered by the hash in the chain. */
  hash_version: GeneratedAlways<number>
}

/** The number of devices and users at each site, as sums of all its rows. */
interface SiteTallyTable {
  /** null: the inventory. */
  site_id: string | null
  devices: Generated<number>
  users: Generated<number>
}

export interface AccessTables {
  audit_entry: AuditEntryTable
  site_tally: SiteTallyTable
}
