import type { Site } from '@eot/contract/site-fields'
import { Link } from '@tanstack/react-router'
import { InactiveChip } from '../../domain/inactive-chip.tsx'
import { cellColumn } from '../../lib/lists/columns.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { clockTime } from '../../lib/time/time.ts'
import { siteIdInLink } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import type { Column } from '../../ui/data-table.tsx'
import type { SiteSortField } from './site-list.ts'

export const siteColumns = (): Column<Site, SiteSortField>[] => [
  cellColumn(t('sites.subSites.name'), (site) => <SiteName site={site} />, {
    sort: 'Name',
    className: 'cut',
  }),
  cellColumn(t('sites.subSites.parent'), (site) => site.ParentSite?.Name, { className: 'cut' }),
  cellColumn(t('sites.subSites.city'), (site) => site.City, { sort: 'City' }),
  cellColumn(t('sites.subSites.timeZone'), (site) => <Zone site={site} />, { sort: 'TimeZone' }),
  cellColumn(t('sites.setting.title'), (site) => <SettingsLink site={site} />),
]

/** Links to the dashboard of the site, which becomes the current site. */
function SiteName({ site }: { site: Site }) {
  const own = useSession().site.siteId
  return (
    <span className="row">
      <Link to="/dashboard" search={{ siteId: siteIdInLink(site.Id, own) }} className="strong truncate">
        {site.Name}
      </Link>
      {site.Inactive && <InactiveChip />}
    </span>
  )
}

function SettingsLink({ site }: { site: Site }) {
  const own = useSession().site.siteId
  return (
    <Link
      to="/site"
      search={{ siteId: siteIdInLink(site.Id, own) }}
      aria-label={t('sites.subSites.settingsOf', { name: site.Name })}
    >
      {t('sites.subSites.open')}
    </Link>
  )
}

function Zone({ site }: { site: Site }) {
  const minute = useMinute()
  return (
    <>
      {site.TimeZone} <span className="faint">{clockTime(minute, site.TimeZone)}</span>
    </>
  )
}

/** A site as a card, on narrow screens. */
export function SiteCard({ site }: { site: Site }) {
  return (
    <div className="row-card">
      <SiteName site={site} />
      <div className="muted">{[site.ParentSite?.Name, site.City].filter(Boolean).join(' · ')}</div>
      <div className="row">
        <span className="muted">
          <Zone site={site} />
        </span>
        <span className="spacer" />
        <SettingsLink site={site} />
      </div>
    </div>
  )
}
