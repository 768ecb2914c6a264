import './alert-lines.css'
import type { Alert } from '@eot/contract/alerts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { durationText } from '../../lib/time/time.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { AlertTypeChip, FormulaText } from '../sensors/sensor-look.tsx'
import { alertTypeName } from '../sensors/sensor-names.ts'
import { Elapsed, When } from '../time-text.tsx'
import { levelOf } from './alert-words.ts'

/** Alerts one below the other, each with a link to its details. */
export function AlertLines({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <ul className="alert-lines">
      {alerts.map((alert) => (
        <AlertLine key={alert.Id} alert={alert} />
      ))}
    </ul>
  )
}

function AlertLine({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const level = levelOf(alert.Severity)
  return (
    <li>
      <AlertTypeChip typeKey={alert.Type.Key} sensor={alert.Sensor} />
      <span className="truncate">
        <Link className="strong plain" to="/alerts" search={{ alert: alert.Id }}>
          <FormulaText text={alertTypeName(alert.Type)} />, {alert.Device.Name}
        </Link>
        <small className="truncate">
          <Glyph level={level} label={t(`vocabulary.severity.${alert.Severity}`)} />
          <span className="truncate">{alert.Site.Name}</span>
        </small>
      </span>
      <span className="when">
        {alert.EndAt === null ? (
          <b className={`fg-${level}`}>
            <Elapsed since={alert.StartAt} />
          </b>
        ) : (
          <span>{durationText(alert.Duration)}</span>
        )}
        <small>
          <When at={alert.StartAt} zone={alert.TimeZone} />
        </small>
      </span>
    </li>
  )
}
