import type { SiteSettings } from '@eot/contract/settings'
import type { Generated } from 'kysely'
import type { DefaultedInstant, DefaultedJson, Instant } from '../../platform/db/column-types.ts'

interface SiteTable {
  id: string
  parent_id: string | null
  path: string
  name: string
  address: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  country: Generated<string>
  /** Set manually, in degrees. */
  latitude: number | null
  longitude: number | null
  /** The zone in effect. */
  time_zone: Generated<string>
  /** null: inherited, like every other nullable column below. */
  own_time_zone: string | null
  is_active: Generated<boolean>
  tenant_id: string | null
  organization_type: string | null
  subscription_type: string | null
  force_role_two_factor: DefaultedJson<{ Id: string; Value: boolean }[]>
  settings: DefaultedJson<SiteSettings>
  version: Generated<number>
  created_at: DefaultedInstant
}

/** A site that was deleted. Its history can still be read at the sites above. */
interface FormerSiteTable {
  id: string
  name: string
  path: string
  deleted_at: Instant
  deleted_by: string | null
}

interface GatewayTokenTable {
  id: string
  site_id: string
  name: string
  token_hash: Buffer
  created_at: DefaultedInstant
  created_by: string | null
  last_used_at: Instant | null
  revoked_at: Instant | null
}

export interface SiteTables {
  site: SiteTable
  former_site: FormerSiteTable
  gateway_token: GatewayTokenTable
}
