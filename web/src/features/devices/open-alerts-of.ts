import { alerts } from '@eot/contract/alerts'
import { queryOf } from '../../lib/api/query.ts'

/** A device has at most one open alert of a type. */
const mostOpen = 50

/** The open alerts of a device. */
export const openAlertsOf = (deviceId: string) =>
  queryOf(alerts.list, { query: { deviceId: [deviceId], ongoing: true, PageSize: mostOpen } })
