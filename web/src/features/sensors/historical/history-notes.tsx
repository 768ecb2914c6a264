import type { Weather } from '@eot/contract/weather'
import { CloudSun, Flag, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WeatherSource } from '../../../domain/weather/weather-source.tsx'
import { placeText } from '../../../domain/weather/weather-text.ts'
import { clockTime, shortTime } from '../../../lib/time/time.ts'
import { numberText } from '../../../texts/number-format.ts'
import type { Span } from '../../../ui/chart/gaps.ts'

interface HistoryNotesProps {
  gaps: readonly Span[]
  hasLevels: boolean
  zone: string
  now: number
  /** The weather shown beside the values. */
  weather: Weather | undefined
  /** How many alerts are marked, if there are more. */
  alerts: { shown: number; all: number } | undefined
  /** Whether several devices are shown. */
  hasSeveral: boolean
}

const namedGaps = 2

/** Notes that list the longest gaps with their times and explain the dashed line. */
export function HistoryNotes({ gaps, hasLevels, zone, now, weather, alerts, hasSeveral }: HistoryNotesProps) {
  const { t } = useTranslation()
  const longest = gaps.toSorted(([a, b], [c, d]) => d - c - (b - a))
  const named = longest.slice(0, namedGaps).toSorted(([a], [b]) => a - b)
  const time = (ms: number) => shortTime(ms, zone, now, clockTime)
  if (named.length === 0 && !hasLevels && !weather && !alerts && !hasSeveral) return null
  return (
    <footer className="history-notes">
      {named.length > 0 && (
        <p className="muted">
          <WifiOff className="icon icon-sm" aria-hidden="true" />
          {t('historical.noDataIn', {
            gaps: named
              .map(([from, to]) => t('historical.gap', { from: time(from), to: time(to) }))
              .join(', '),
          })}
          {gaps.length > named.length &&
            ` ${t('historical.moreGaps', { count: gaps.length - named.length })}`}
        </p>
      )}
      {hasSeveral && <p className="muted">{t('historical.severalNote')}</p>}
      {alerts && (
        <p className="muted">
          <Flag className="icon icon-sm" aria-hidden="true" />
          {t('historical.newestAlerts', { shown: numberText(alerts.shown), all: numberText(alerts.all) })}
        </p>
      )}
      {weather?.Place && (
        <p className="muted">
          <CloudSun className="icon icon-sm" aria-hidden="true" />
          {t('historical.outdoorsOf', { place: placeText(weather.Place) })}{' '}
          <WeatherSource attribution={weather.Attribution} />
        </p>
      )}
      {hasLevels && (
        <p className="muted level-key">
          <i aria-hidden="true" />
          {t('chart.alertLevel')}
        </p>
      )}
    </footer>
  )
}
