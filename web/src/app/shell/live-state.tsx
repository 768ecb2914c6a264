import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type LiveStatus, useLiveStatus } from '../../lib/live/live-status.ts'
import { useNow } from '../../lib/time/now.ts'
import { agoText, clockSeconds } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Banner } from '../../ui/banner.tsx'

type Shown = 'live' | 'connecting' | 'reconnecting' | 'offline'

function useShownState(): { shown: Shown; live: LiveStatus } {
  const live = useLiveStatus()
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine)
  if (live.status === 'live') return { shown: 'live', live }
  if (!online) return { shown: 'offline', live }
  return { shown: live.status === 'reconnecting' ? 'reconnecting' : 'connecting', live }
}

/** Whether the values shown are known to be up to date. */
export function useIsCurrent(): boolean {
  const { shown, live } = useShownState()
  return shown === 'live' || live.goodUntil === undefined
}

/** The state of the live connection, with the site's local time beside it. */
export function LiveState() {
  const { t } = useTranslation()
  const { shown, live } = useShownState()
  const now = useNow()
  const zone = useTimeZone()
  const title = live.lastEventAt
    ? t('shell.live.connectedSince', { ago: agoText(live.lastEventAt, now) })
    : t('shell.live.connectedQuiet')
  if (shown !== 'live') {
    return (
      <span className="live-state down">
        <span className={`dot ${shown === 'offline' ? 'idle' : 'caution'}`} />
        {t(`shell.live.${shown}`)}
      </span>
    )
  }
  return (
    <span className="live-state" title={title}>
      <span className="dot beat" />
      {t('shell.live.live')} <span className="faint">{clockSeconds(now, zone)}</span>
    </span>
  )
}

/** Shows since when values have not been updated. The values stay visible. */
export function LiveBanner() {
  const { t } = useTranslation()
  const { shown, live } = useShownState()
  const zone = useTimeZone()
  if (shown === 'live' || live.goodUntil === undefined) return null
  const time = clockSeconds(live.goodUntil, zone)
  return (
    <div className="live-banner">
      <Banner tone="caution" icon={WifiOff}>
        {t(shown === 'offline' ? 'shell.live.offlineBanner' : 'shell.live.staleBanner', { time })}
      </Banner>
    </div>
  )
}

function watchOnline(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
