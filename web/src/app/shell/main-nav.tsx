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
  const current = currentOf(pages, pathname)
  return (
    <>
      {pages.map((page) => (
        <NavPage
          key={page.path}
          page={page}
          pathname={pathname}
          current={current?.path}
          onNavigate={onNavigate}
        />
      ))}
      <div className="foot">
        {t('shell.zone', { name: zone.name })}
        <br />
        {zone.detail}
      </div>
    </>
  )
}

const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** The entry of the open page, or else of the nearest page above it. */
function currentOf(pages: readonly OfferedPage[], pathname: string): OfferedPage | undefined {
  const above = pages.find(({ path }) => isWithin(pathname, path))
  return above && (currentOf(above.children, pathname) ?? above)
}

/** Any search belongs to the page. A page that is not listed belongs to the entry above it. */
const activeOptions = (path: string, current: string | undefined) => ({
  exact: path !== current,
  includeSearch: false,
})

interface NavPageProps {
  page: OfferedPage
  pathname: string
  /** The path of the highlighted entry. */
  current: string | undefined
  onNavigate: (() => void) | undefined
}

function NavPage({ page, pathname, current, onNavigate }: NavPageProps) {
  const Icon = page.icon
  return (
    <>
      <Link to={page.path} activeOptions={activeOptions(page.path, current)} onClick={onNavigate}>
        <Icon className="icon" aria-hidden="true" />
        {page.name}
        {page.path === '/alerts' && <UnconfirmedCount />}
      </Link>
      {isWithin(pathname, page.path) && page.children.length > 0 && (
        <div className="sub">
          {page.children.map((child) => (
            <Link
              key={child.path}
              to={child.path}
              activeOptions={activeOptions(child.path, current)}
              onClick={onNavigate}
            >
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
