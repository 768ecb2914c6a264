import type { BodyOf } from '@eot/contract/endpoint'
import type { sites } from '@eot/contract/sites'
import type { SiteRow } from '../sites/index.ts'

type Input = BodyOf<typeof sites.update>

/** Returns the change that reverts a change: the former values of its fields, and which of them were inherited. */
export function siteBefore(row: SiteRow, change: Input): Input {
  const values = {
    Name: row.name,
    ParentSite: row.parent_id,
    Address: row.address,
    City: row.city,
    State: row.state,
    Zip: row.zip,
    Country: row.country,
    TimeZone: row.own_time_zone,
    OrganizationType: row.organization_type,
    SubscriptionType: row.subscription_type,
  }
  const fields = Object.keys(values).filter((field) => change[field as keyof Input] != null) // keys of both
  const before = Object.fromEntries(fields.map((field) => [field, values[field as keyof typeof values]])) // its own keys
  const inheritable = ['TimeZone', 'OrganizationType', 'SubscriptionType'] as const
  const Inherit = inheritable.filter((field) => fields.includes(field) && values[field] === null)
  return { ...before, ...(Inherit.length > 0 && { Inherit }) }
}
