import { z } from 'zod'

const deviceColumns = [
  'Mac',
  'Name',
  'Site',
  'SiteId',
  'Model',
  'IsActive',
  'Expiration',
  'RMA',
  'ClaimCode',
] as const
const siteColumns = [
  'Id',
  'Name',
  'ParentSite',
  'Address',
  'City',
  'State',
  'Zip',
  'Country',
  'TimeZone',
  'OrganizationType',
  'SubscriptionType',
] as const
export const ImportField = z.enum([...new Set([...deviceColumns, ...siteColumns])])
export type ImportColumn = (typeof deviceColumns)[number] | (typeof siteColumns)[number]

/** The fields that a file of each kind may have. */
export const importColumns: Readonly<Record<'Devices' | 'Sites', readonly ImportColumn[]>> = {
  Devices: deviceColumns,
  Sites: siteColumns,
}
