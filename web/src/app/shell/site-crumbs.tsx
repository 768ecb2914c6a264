import type { SitePath } from '@eot/contract/sites'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { InactiveChip } from '../../domain/inactive-chip.tsx'
import { siteIdInLink } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'

/** Parent sites › the current site, which is not a link (spec 2). */
export function SiteCrumbs({ site }: { site: Pick<SitePath, 'name' | 'parentSites' | 'inactive'> }) {
  const { t } = useTranslation()
  const own = useSession().site
  return (
    <nav className="crumbs" aria-label={t('shell.siteNav')}>
      {site.parentSites.map((parent) => (
        <Fragment key={parent.Id}>
          <Link to="/dashboard" search={{ siteId: siteIdInLink(parent.Id, own.siteId) }}>
            {parent.Name}
          </Link>
          <span className="sep" aria-hidden="true">
            /
          </span>
        </Fragment>
      ))}
      <span className="here" aria-current="true">
        {site.name}
      </span>
      {site.inactive && <InactiveChip />}
    </nav>
  )
}
