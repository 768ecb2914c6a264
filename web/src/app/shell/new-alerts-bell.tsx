import type { AlertMessage } from '@eot/contract/live'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { resetNewAlertCounts, useNewAlerts } from '../../domain/alerts/new-alerts.ts'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { useNow } from '../../lib/time/now.ts'
import { agoText, fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Popover } from '../../ui/popover.tsx'

/** The number of alerts raised since the user last looked, with the latest alert events. */
export function NewAlertsBell() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { counts, latest } = useNewAlerts()
  const count = counts.AlertStarted ?? 0
  const label = count > 0 ? t('shell.newAlerts.labelWithCount', { count }) : t('shell.newAlerts.label')

  function handleOpen(next: boolean) {
    setOpen(next)
    if (next) resetNewAlertCounts()
  }

  return (
    <Popover
      label={t('shell.newAlerts.label')}
      className="events"
      align="end"
      open={open}
      onOpenChange={handleOpen}
      trigger={
        <button type="button" className="btn ghost icon-only badge-wrap" aria-label={label} title={label}>
          <Bell className="icon" aria-hidden="true" />
          {count > 0 && (
            <span className="n" aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </button>
      }
    >
      {(close) => (
        <>
          {latest.length === 0 ? (
            <p className="events-none">{t('shell.newAlerts.empty')}</p>
          ) : (
            <ul>
              {latest.map((message) => (
                <EventLink key={message.Seq} message={message} onFollow={close} />
              ))}
            </ul>
          )}
          <hr />
          <Link className="menu-item" to="/alerts" onClick={close}>
            {t('shell.newAlerts.all')}
          </Link>
        </>
      )}
    </Popover>
  )
}

function EventLink({ message, onFollow }: { message: AlertMessage; onFollow: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const zone = useTimeZone()
  const { Alert, Event } = message
  const at = { AlertStarted: Alert.StartAt, AlertEnded: Alert.EndAt, AlertConfirmed: Alert.ConfirmedAt }
  const time = at[Event as keyof typeof at] ?? undefined // the other events have no time of their own
  return (
    <li>
      <Link className="menu-item event" to="/alerts" search={{ alert: Alert.Id }} onClick={onFollow}>
        <Glyph level={Event === 'AlertEnded' ? 'ok' : levelOf(Alert.Severity)} />
        <span className="event-text">
          <span>
            <b>
              <FormulaText text={alertTypeName(Alert.Type)} />, {Alert.Device.Name}
            </b>{' '}
            {t(`shell.newAlerts.${Event}`)}
          </span>
          <small>{Alert.Site.Name}</small>
        </span>
        {time && (
          <time className="faint" dateTime={time} title={fullTime(time, zone)}>
            {agoText(time, now)}
          </time>
        )}
      </Link>
    </li>
  )
}
