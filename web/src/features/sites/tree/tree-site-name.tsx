import { Link } from '@tanstack/react-router'
import { InactiveChip } from '../../../domain/inactive-chip.tsx'
import { siteIdInLink } from '../../../session/current-site.ts'
import { useSession } from '../../../session/use-session.tsx'
import type { TreeSite } from './site-tree.ts'

/** Links to the settings of the site. The search text is underlined. */
export function SiteName(props: { site: TreeSite; search: string }) {
  const { site, search } = props
  const own = useSession().site
  const start = search ? site.Name.toLowerCase().indexOf(search.toLowerCase()) : -1
  const end = start + search.length
  return (
    <>
      <Link
        to="/site"
        search={{ siteId: siteIdInLink(site.Id, own.siteId) }}
        className="truncate"
        tabIndex={-1}
      >
        {start < 0 ? (
          site.Name
        ) : (
          <>
            {site.Name.slice(0, start)}
            <mark>{site.Name.slice(start, end)}</mark>
            {site.Name.slice(end)}
          </>
        )}
      </Link>
      {site.IsInactive && <InactiveChip />}
    </>
  )
}
