import { maintenance } from '@eot/contract/maintenance'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api/query.ts'
import { lazyAfterTexts } from '../../lib/lazy-after-texts.ts'
import { useSitePath } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'

const MaintenanceBanner = lazyAfterTexts(
  async () => (await import('./maintenance-banner.tsx')).MaintenanceBanner,
)

/** Shows active maintenance above every page of its site. Loads little code while there is none. */
export function ActiveMaintenance() {
  const mayView = useAllowed('ViewDevices')
  // Known only once the site of the address has been found.
  const SiteId = useSitePath().data?.siteId
  const { data } = useQuery({
    ...queryOf(maintenance.active, { query: { SiteId } }),
    enabled: mayView && SiteId !== undefined,
  })
  return data?.length ? <MaintenanceBanner windows={data} /> : null
}
