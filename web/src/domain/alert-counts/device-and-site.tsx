import type { AlertCount } from '@eot/contract/alert-counts'

/** The name of a device, and below it that of its site, which distinguishes devices of the same name. */
export function DeviceAndSite({ count: { Name, SiteName } }: { count: AlertCount }) {
  return (
    <>
      {Name} {SiteName !== undefined && <small className="truncate">{SiteName}</small>}
    </>
  )
}
