import type { Subscription, SubscriptionRow } from '@eot/contract/subscriptions'
import { Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMinute } from '../../lib/time/now.ts'
import { clockTime, dayText } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Chip } from '../../ui/chip.tsx'
import type { Level } from '../../ui/glyph.tsx'

/** "Mon, Nov 23, 7:00 AM" in the time zone of the current site. */
export function usePauseText(): (until: string) => string {
  const zone = useTimeZone()
  const now = useMinute()
  return (until) => `${dayText(until, zone, now)}, ${clockTime(until, zone)}`
}

/** Returns a function that checks whether a subscription currently notifies nobody, whatever happens. */
export function useIsSilent(): (subscription: Pick<Subscription, 'IsActive' | 'PausedUntil'>) => boolean {
  const now = useMinute()
  return (subscription) => !subscription.IsActive || isPaused(subscription, now)
}

export const isPaused = ({ PausedUntil }: Pick<Subscription, 'PausedUntil'>, now: number) =>
  PausedUntil !== null && Date.parse(PausedUntil) > now

export function levelOf(row: SubscriptionRow, isSilent: boolean): Level {
  if (row.ReachableCount === 0) return 'critical'
  return isSilent ? 'idle' : 'ok'
}

/** Why a subscription notifies nobody. Renders nothing if it notifies somebody. */
export function StateChips({
  subscription,
}: {
  subscription: Pick<Subscription, 'IsActive' | 'PausedUntil'> &
    Partial<Pick<SubscriptionRow, 'ReachableCount'>>
}) {
  const { t } = useTranslation()
  const now = useMinute()
  const pauseText = usePauseText()
  const { IsActive, PausedUntil, ReachableCount } = subscription
  const until = isPaused(subscription, now) ? PausedUntil : null
  if (IsActive && until === null && ReachableCount !== 0) return null
  return (
    <span className="row state-chips">
      {!IsActive && <Chip tone="outline">{t('subscriptions.off')}</Chip>}
      {until !== null && (
        <Chip icon={Pause}>{t('subscriptions.pausedUntil', { time: pauseText(until) })}</Chip>
      )}
      {ReachableCount === 0 && (
        <>
          <Chip tone="critical" glyph="critical">
            {t('subscriptions.nobodyReached')}
          </Chip>
          <span className="muted">{t('subscriptions.nobodyReachedHint')}</span>
        </>
      )}
    </span>
  )
}
