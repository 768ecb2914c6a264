import { sites } from '@eot/contract/sites'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearNewAlerts } from '../../domain/alerts/new-alerts.ts'
import { useFoldedNav } from '../../domain/use-folded-nav.ts'
import { ActiveMaintenance } from '../../features/maintenance/active-maintenance.tsx'
import { MessageBanners } from '../../features/system-messages/message-banners.tsx'
import { isRetryable } from '../../lib/api/api-error.ts'
import { watchedSiteId, watchSite } from '../../lib/live/live.ts'
import { useSitePath } from '../../session/current-site.ts'
import { opensPage } from '../../session/rights.ts'
import { useSession } from '../../session/use-session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useOpenWhenLoaded } from '../../ui/opener.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { clearDrawn } from '../first-frame.ts'
import { usePalette } from '../palette/use-palette.tsx'
import { PortalNotFound } from '../status/not-found.tsx'
import { ServerTimedOut } from '../status/server-timed-out.tsx'
import { Announcer } from './announcer.tsx'
import { BlockBanner } from './block-banner.tsx'
import { LiveBanner, useIsCurrent } from './live-state.tsx'
import { MainNav } from './main-nav.tsx'
import { foldedNavCode, useOverlays } from './overlays.ts'
import { TopBar } from './top-bar.tsx'

const missingPath = '/sitenotfound'

/** The frame of every page in the portal. */
export function Portal() {
  const { t } = useTranslation()
  const narrow = useFoldedNav()
  const [toggled, setToggled] = useToggled(narrow)
  const location = useLocation()
  const path = useSitePath()
  const current = useIsCurrent()
  const { openSearch, dialog } = usePalette()
  const overlaysReady = useOverlays()
  const openWhenLoaded = useOpenWhenLoaded()
  const page = usePage()
  useRooms(path.data?.siteId)
  useTopBarRefresh()
  useLayoutEffect(clearDrawn, [])

  // The address changes before the page does, so check both: on the way to the page and away from it.
  const siteMissing = [location.pathname, page.path].includes(missingPath)
  const isRefused = path.isError && !isRetryable(path.error)
  if (isRefused && !siteMissing) {
    return <Navigate to={missingPath} search={location.search} replace />
  }
  const FoldedNav = foldedNavCode.loaded?.FoldedNav
  const navShown = narrow ? toggled : !toggled
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      {/* Placed here because, although hidden, it would make a short page longer at the end of the document. */}
      <Announcer />
      <TopBar
        navOpen={navShown}
        onToggleNav={() =>
          narrow ? openWhenLoaded(foldedNavCode, () => setToggled(true)) : setToggled(!toggled)
        }
        onSearch={openSearch}
        siteMissing={siteMissing}
      />
      <div className={classNames('shell', (narrow || !navShown) && 'no-nav')}>
        {narrow
          ? FoldedNav && <FoldedNav open={toggled} onOpenChange={setToggled} onSearch={openSearch} />
          : navShown && (
              <nav className="nav" id="nav" aria-label={t('shell.mainNav')}>
                <MainNav />
              </nav>
            )}
        <main
          className={classNames('main', page.wide && 'wide', !current && 'not-current')}
          id="main"
          tabIndex={-1}
        >
          <LiveBanner />
          <MessageBanners />
          <Suspense>
            <ActiveMaintenance />
            <BlockBanner />
          </Suspense>
          {!page.allowed ? (
            <PortalNotFound />
          ) : page.path === missingPath || path.data ? (
            <Outlet />
          ) : path.isError && !isRefused ? (
            <ServerTimedOut />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </main>
      </div>
      {dialog}
      <Toasts isReady={overlaysReady} />
    </>
  )
}

/** Whether the user opened or closed the navigation. Reset when the layout changes between narrow and wide. */
function useToggled(narrow: boolean): [boolean, (toggled: boolean) => void] {
  const [toggled, setToggled] = useState(false)
  const [room, setRoom] = useState(narrow)
  if (room !== narrow) {
    setRoom(narrow)
    setToggled(false)
  }
  return [toggled && room === narrow, setToggled]
}

function usePage(): { path: string | undefined; allowed: boolean; wide: boolean } {
  const session = useSession()
  return useMatches({
    select: (matches) => {
      const leaf = matches.at(-1)
      const data = leaf?.staticData
      return {
        path: leaf?.fullPath,
        allowed: data?.alwaysShown === true || opensPage(session, leaf?.fullPath ?? ''),
        wide: data?.wide === true,
      }
    },
    structuralSharing: true,
  })
}

/** Joins the rooms of the current site and leaves those of the previous one (spec 4). */
function useRooms(siteId: string | undefined) {
  useEffect(() => {
    if (!siteId) return
    if (siteId !== watchedSiteId()) clearNewAlerts()
    watchSite(siteId)
  }, [siteId])
}

function useTopBarRefresh() {
  const queryClient = useQueryClient()
  const mode = useLocation({ select: (location) => location.state.mode })
  useEffect(() => {
    if (mode === 'refreshTopBar') void queryClient.invalidateQueries({ queryKey: [sites.path.path] })
  }, [mode, queryClient])
}
