import type { AlertCount } from '@eot/contract/alert-counts'

/** The name of a counted device above that of its site, which tells devices of the same name apart. */
export function DeviceAndSite({ count: { Name, SiteName } }: { count: AlertCount }) {
  return (
    <>
      {Name} {SiteName !== undefined && <small className="truncate">{SiteName}</small>}
    </>
  )
}
