import type { Alert } from '@eot/contract/alerts'
import { Check, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { gradeShown } from '../../domain/sensors/bands.ts'
import { GradeMark } from '../../domain/sensors/grade-mark.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { clockTime, shortTime } from '../../lib/time/time.ts'
import { levelText, type Measurement } from '../../lib/units.ts'
import { Glyph, type Level } from '../../ui/glyph.tsx'
import { limitState, type SensorLimits } from './sensor-limit.ts'

export interface TileStateProps {
  kind: string
  /** The newest known value. undefined: none yet. */
  value: number | undefined
  limits: SensorLimits
  alert: Alert | undefined
  /** Says that the sensor has been silent for too long. */
  silentText: string | undefined
  measurement: Measurement
  timeZone: string
}

/** The meaning of a value: unknown, beyond its limit, graded, or within its limit. */
export function TileState(props: TileStateProps) {
  const { kind, value, limits, alert, silentText, measurement, timeZone } = props
  const { t } = useTranslation()
  const now = useMinute()
  if (value === undefined) return <span className="faint">{t('sensors.noDataYet')}</span>
  if (silentText) return <span className="faint">{silentText}</span>
  const limit = limitState(value, limits)
  if (limit.state === 'above' || limit.state === 'below') {
    const level = levelText(limit.level, kind, measurement)
    return <Beyond level={levelOf(alert)} text={t(`sensors.${limit.state}`, { level })} />
  }
  if (alert) {
    return (
      <Beyond
        level={levelOf(alert)}
        text={t('sensors.alertSince', { time: shortTime(alert.StartAt, timeZone, now, clockTime) })}
      />
    )
  }
  const grade = gradeShown(kind, value, measurement)
  if (grade) return <GradeMark grade={grade} />
  if (limit.state === 'unlimited') {
    return (
      <span className="row muted">
        <Minus className="icon icon-sm" aria-hidden="true" />
        {t('sensors.limitOff')}
      </span>
    )
  }
  const { high, low } = limits
  return (
    <span className="row muted">
      <Check className="icon icon-sm" aria-hidden="true" />
      {t(low === null ? 'sensors.belowLimit' : high === null ? 'sensors.aboveLimit' : 'sensors.withinLimits')}
    </span>
  )
}

/** Beyond a level without an alert: the rule's hold time has not passed yet. */
function levelOf(alert: TileStateProps['alert']): Level {
  return (alert?.Severity.toLowerCase() ?? 'caution') as Level // severities are levels in lower case
}

function Beyond({ level, text }: { level: Level; text: string }) {
  return (
    <span className={`row fg-${level}`}>
      <Glyph level={level} />
      {text}
    </span>
  )
}
