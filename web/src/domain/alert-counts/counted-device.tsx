import type { AlertCount } from '@eot/contract/alert-counts'
import { Link } from '@tanstack/react-router'
import type { Activity } from './activity.ts'
import { DeviceAndSite } from './device-and-site.tsx'

/** The name of a device whose alerts are counted. Links to the list of these alerts. */
export function CountedDevice({ count, activity }: { count: AlertCount; activity: Activity }) {
  return (
    <Link
      className="plain-link truncate"
      to="/alerts"
      search={{ searchFilters: { ...activity.listed(), device: [count.Id] } }}
    >
      <DeviceAndSite count={count} />
    </Link>
  )
}
