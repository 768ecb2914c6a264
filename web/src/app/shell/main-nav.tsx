import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOpenAlerts } from '../../domain/alerts/use-all-alerts.ts'
import { useMinute } from '../../lib/time/now.ts'
import { zoneNames } from '../../lib/time/time.ts'
import { useCurrentSiteId, useSitePath, useTimeZone } from '../../session/current-site.ts'
import { type OfferedPage, useOfferedPages } from './offered-pages.ts'

/** The content of the left navigation: permitted pages, and the time zone in use. */
export function MainNav({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const pages = useOfferedPages('nav')
  const pathname = useLocation({ select: (location) => location.pathname })
  const zone = zoneNames(useTimeZone(), useMinute())
  return (
    <>
      {pages.map((page) => (
        <NavPage key={page.path} page={page} pathname={pathname} onNavigate={onNavigate} />
      ))}
      <div className="foot">
        {t('shell.zone', { name: zone.name })}
        <br />
        {zone.detail}
      </div>
    </>
  )
}

/** Matches the page itself, not those below it, whatever its query. */
const exactly = { exact: true, includeSearch: false }

function NavPage(props: { page: OfferedPage; pathname: string; onNavigate: (() => void) | undefined }) {
  const { page, pathname, onNavigate } = props
  const Icon = page.icon
  const within = pathname === page.path || pathname.startsWith(`${page.path}/`)
  return (
    <>
      <Link to={page.path} activeOptions={exactly} onClick={onNavigate}>
        <Icon className="icon" aria-hidden="true" />
        {page.name}
        {page.path === '/alerts' && <UnconfirmedCount />}
      </Link>
      {within && page.children.length > 0 && (
        <div className="sub">
          {page.children.map((child) => (
            <Link key={child.path} to={child.path} activeOptions={exactly} onClick={onNavigate}>
              {child.name}
            </Link>
          ))}
        </div>
      )}
    </>
  )
}

/** The number of open, unconfirmed alerts at the current site. */
function UnconfirmedCount() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  // Wait until the site is known to exist.
  const isKnown = useSitePath().data !== undefined
  const count = useOpenAlerts(siteId, isKnown).alerts.filter(({ Confirmed }) => !Confirmed).length
  if (count === 0) return null
  return (
    <span className="count">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="vh">{t('shell.newAlerts.navCount', { count })}</span>
    </span>
  )
}
