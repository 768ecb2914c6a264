import { Menu as MenuIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSitePath } from '../../session/current-site.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { initials } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SearchField } from '../palette/search-field.tsx'
import { Brand, ProductTitle } from './brand.tsx'
import { LiveState } from './live-state.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { PageCrumbs } from './page-crumbs.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import { SiteCrumbs } from './site-crumbs.tsx'
import { SiteMenus } from './site-menus.tsx'

interface TopBarProps {
  navOpen: boolean
  onToggleNav: () => void
  onSearch: () => void
  /** The lookup of the site in the query failed. */
  siteMissing: boolean
}

export function TopBar({ navOpen, onToggleNav, onSearch, siteMissing }: TopBarProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const path = useSitePath()
  const readsAlerts = useAllowed('ViewAlerts')
  const missing = { name: t('shell.status.siteNotFound'), parentSites: [], inactive: null }
  return (
    <header className="topbar">
      <IconButton
        icon={MenuIcon}
        label={t('shell.menu')}
        onClick={onToggleNav}
        aria-expanded={navOpen}
        aria-controls="nav"
      />
      <div className="brand">
        <Brand />
      </div>
      <ProductTitle />
      {siteMissing ? (
        <SiteCrumbs site={missing} />
      ) : path.data ? (
        <>
          <SiteCrumbs site={path.data} />
          <PageCrumbs />
          <SiteMenus site={path.data} />
        </>
      ) : (
        <Skeleton width="180px" height={16} />
      )}
      <span className="spacer" />
      <SearchField onOpen={onSearch} />
      <LiveState />
      {readsAlerts && <NotificationBell />}
      <SettingsMenu />
      <span className="avatar hide-narrow" title={user.FullName} role="img" aria-label={user.FullName}>
        {initials(user.FullName)}
      </span>
    </header>
  )
}
