import { deviceStatuses } from '@eot/contract/vocabulary'
import { type FiltersOf, oneOf, someIds, someOf } from '../../lib/lists/define-list.ts'

/** Without `ERROR`: a listed device is known to be online or offline. */
export const listedStatuses = deviceStatuses.filter((status) => status !== 'ERROR')
export const activities = ['active', 'inactive'] as const

/** Filters that every list of devices has. */
export const deviceFilters = {
  status: someOf(listedStatuses),
  model: someIds,
  state: oneOf(activities),
}
export type DeviceFilters = FiltersOf<typeof deviceFilters>

/** Converts the filters to query parameters. */
export const filterOf = ({ status, model, state }: DeviceFilters) => ({
  Status: status,
  Model: model,
  IsActive: state && state === 'active',
})
