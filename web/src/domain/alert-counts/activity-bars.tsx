import { numberText } from '../../texts/number-format.ts'
import './activity.css'
import type { AlertSeries } from '@eot/contract/alert-counts'
import { alertTypes } from '@eot/contract/vocabulary'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { shortTime } from '../../lib/time/time.ts'
import { type HistogramBar, HistogramStrip } from '../../ui/chart/histogram-strip.tsx'
import { RangeSteps } from '../range-steps.tsx'
import { alertLook, FormulaText } from '../sensors/sensor-look.tsx'
import { alertTypeName } from '../sensors/sensor-names.ts'
import type { Activity } from './activity.ts'

/** The alerts that started in each interval, by type. A bar links to the list of its alerts. */
export function ActivityBars({ series, activity }: { series: AlertSeries; activity: Activity }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { range, zone, now, filter, listed } = activity
  const types = typesOf(series)
  const bars = barsOf(series, types, range.endTime).map((bar) => ({
    ...bar,
    label: t('activity.bar', {
      count: bar.parts.reduce((sum, { count }) => sum + count, 0),
      time: shortTime(bar.startMs, zone, now),
    }),
  }))
  const total = types.reduce((sum, { count }) => sum + count, 0)
  const first = bars[0]?.startMs ?? range.startTime
  return (
    <>
      <div className="activity-key">
        <ul>
          {types.map(({ key, name, color, count }) => (
            <li key={key}>
              <i className="swatch" style={{ '--kc': color }} aria-hidden="true" />
              <FormulaText text={name} /> <b>{numberText(count)}</b>
            </li>
          ))}
        </ul>
        <RangeSteps range={range} onZoom={(to) => filter({ range: 'custom', ...to })} />
      </div>
      <HistogramStrip
        fromMs={range.startTime > 0 ? range.startTime : first}
        toMs={range.endTime}
        bars={bars}
        timeZone={zone}
        // About as high as the list of types beside it.
        height={Math.max(200, types.length * 34 - 46)}
        hasAxis
        label={t('activity.bars', { count: total })}
        onZoom={(startTime, endTime) =>
          filter({ range: 'custom', startTime: Math.round(startTime), endTime: Math.round(endTime) })
        }
        onPick={({ startMs, endMs }) =>
          void navigate({
            to: '/alerts',
            search: { searchFilters: listed({ startTime: startMs, endTime: endMs }) },
          })
        }
        onReset={() => filter({ range: undefined, startTime: undefined, endTime: undefined })}
      />
    </>
  )
}

interface ShownType {
  key: string
  name: string
  color: string
  count: number
}

/** The types with alerts, the most frequent first. */
function typesOf({ Series }: AlertSeries): ShownType[] {
  return Series.flatMap(({ Id, Points }) => {
    const type = alertTypes.find((one) => one.Id === Id)
    if (!type) return []
    const count = Points.reduce((sum, [, value]) => sum + value, 0)
    return { key: type.Key, name: alertTypeName(type), color: alertLook(type.Key, type.Sensor).color, count }
  })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

/** The intervals with alerts. The last one ends with the range. */
function barsOf(
  { Series }: AlertSeries,
  types: readonly ShownType[],
  endMs: number,
): Omit<HistogramBar, 'label'>[] {
  const starts = Series[0]?.Points.map(([ms]) => ms) ?? []
  const pointsOf = new Map<string | undefined, (typeof Series)[number]['Points']>(
    Series.map(({ Id, Points }) => [alertTypes.find((one) => one.Id === Id)?.Key, Points]),
  )
  return starts.flatMap((startMs, at) => {
    const parts = types.flatMap(({ key, color }) => {
      const count = pointsOf.get(key)?.[at]?.[1] ?? 0
      return count > 0 ? { key, color, count } : []
    })
    return parts.length === 0 ? [] : { startMs, endMs: starts[at + 1] ?? endMs, parts }
  })
}
