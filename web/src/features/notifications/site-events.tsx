import type { AlertMessage } from '@eot/contract/live'
import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AlertTitle } from '../../domain/alerts/alert-title.tsx'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { useNewAlerts } from '../../domain/alerts/new-alerts.ts'
import { useNow } from '../../lib/time/now.ts'
import { agoText, fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Empty } from '../../ui/empty.tsx'
import { Glyph } from '../../ui/glyph.tsx'

/** The latest alert events at the current site since the portal was opened, newest first. */
export function SiteEvents({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  const { latest } = useNewAlerts()
  if (latest.length === 0) return <Empty icon={BellOff} title={t('notifications.nothingHere')} />
  return (
    <ul>
      {latest.map((message) => (
        <SiteEvent key={message.Seq} message={message} onFollow={onFollow} />
      ))}
    </ul>
  )
}

function SiteEvent({ message, onFollow }: { message: AlertMessage; onFollow: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const zone = useTimeZone()
  const { Alert, Event } = message
  const at = { AlertStarted: Alert.StartAt, AlertEnded: Alert.EndAt, AlertConfirmed: Alert.ConfirmedAt }
  const time = at[Event as keyof typeof at] ?? undefined // the other events have no time of their own
  return (
    <li className="ni">
      <Glyph level={Event === 'AlertEnded' ? 'ok' : levelOf(Alert.Severity)} />
      <h3>
        <Link to="/alerts" search={{ alert: Alert.Id }} onClick={onFollow}>
          <AlertTitle alert={Alert} /> {t(`notifications.event.${Event}`)}
        </Link>
      </h3>
      {time && (
        <time dateTime={time} title={fullTime(time, zone)}>
          {agoText(time, now)}
        </time>
      )}
      <p>{Alert.Site.Name}</p>
    </li>
  )
}
