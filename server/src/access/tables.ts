import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, DefaultedJson } from '../platform/db/column-types.ts'

interface AuditEntryTable {
  id: GeneratedAlways<number>
  at: DefaultedInstant
  actor_id: string | null
  /** Of that time. */
  actor_name: string | null
  site_id: string | null
  /** Where the site was at that time, which decides who may read the entry. */
  site_path: string | null
  /** Of that time. */
  site_name: string | null
  action: string
  subject_id: string | null
  details: DefaultedJson<Record<string, unknown>>
  /** The network address of the request; null for background work. */
  address: string | null
  /** What the hash in the chain covers. */
  hash_version: GeneratedAlways<number>
}

/** How many devices and users are at each site, as sums of all rows of it. */
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
