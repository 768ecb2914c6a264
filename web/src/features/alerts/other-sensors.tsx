import './other-sensors.css'
import type { Alert } from '@eot/contract/alerts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sensorName } from '../../domain/sensors/sensor-names.ts'
import { clockSeconds } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Button } from '../../ui/button.tsx'
import { nearestIndex } from '../../ui/chart/nearest.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { laneSentence } from './lane-sentence.ts'
import { SensorLane } from './sensor-lane.tsx'
import type { AlertSeries } from './use-alert-series.ts'
import { type Lane, useOtherSensors } from './use-other-sensors.ts'
import { useSensorText } from './use-sensor-text.ts'

const shownFirst = 6

/** The device's other sensors in the same minutes. One slider reads all of them. */
export function OtherSensors({ alert, series }: { alert: Alert; series: AlertSeries }) {
  const { t } = useTranslation()
  const [readMs, setReadMs] = useState<number | null>(null)
  const [all, setAll] = useState(false)
  const timeZone = useTimeZone()
  const { lanes, query } = useOtherSensors(alert, series)
  const title = t(alert.Sensor === null ? 'otherSensors.titleOffline' : 'otherSensors.title')
  // Keeps the place, so that nothing below moves when the lanes arrive.
  if (query.isPending)
    return (
      <section className="others">
        <h3>{title}</h3>
        <SkeletonRows rows={shownFirst} />
      </section>
    )
  if (lanes.length === 0) return null
  const shown = all ? lanes : lanes.slice(0, shownFirst)
  const hidden = lanes.length - shown.length
  const startMs = Date.parse(alert.StartAt)
  const endMs = alert.EndAt === null ? series.toMs : Date.parse(alert.EndAt)
  const atMs = readMs ?? (alert.EndAt === null ? lastOf(lanes) : Date.parse(alert.PeakAt ?? alert.StartAt))
  return (
    <section className="others">
      <h3>
        {title}
        <span className="note">{t('otherSensors.at', { time: clockSeconds(atMs, timeZone) })}</span>
      </h3>
      <p className="say">{laneSentence(lanes)}</p>
      <div className="lanes" onPointerLeave={() => setReadMs(null)}>
        {shown.map((lane) => (
          <SensorLane
            key={lane.sensor}
            lane={lane}
            span={{ ...series, startMs, endMs }}
            atMs={atMs}
            isRead={readMs !== null}
            onRead={setReadMs}
          />
        ))}
        <LaneSlider lanes={shown} atMs={atMs} timeZone={timeZone} onRead={setReadMs} />
      </div>
      {hidden > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
          {t('otherSensors.more', { count: hidden })}
        </Button>
      )}
    </section>
  )
}

const lastOf = (lanes: readonly Lane[]) => Math.max(...lanes.map(({ points }) => points.at(-1)?.[0] ?? 0))

interface LaneSliderProps {
  lanes: readonly Lane[]
  atMs: number
  timeZone: string
  onRead: (ms: number | null) => void
}

/** A hidden slider that reads the lanes by keyboard and screen reader. The ring around the lanes shows its focus. */
function LaneSlider({ lanes, atMs, timeZone, onRead }: LaneSliderProps) {
  const { t } = useTranslation()
  const text = useSensorText()
  const timesMs = lanes.reduce<number[]>(
    (longest, { points }) => (points.length > longest.length ? points.map(([ms]) => ms) : longest),
    [],
  )
  const spoken = lanes.map(({ sensor, points }) => {
    const point =
      points[
        nearestIndex(
          points.map(([ms]) => ms),
          atMs,
        )
      ]
    return `${sensorName(sensor)} ${point ? text(sensor, point[1]) : t('chart.noData')}`
  })
  return (
    <input
      type="range"
      className="vh lane-slider"
      aria-label={t('otherSensors.read')}
      aria-valuetext={`${clockSeconds(atMs, timeZone)}: ${spoken.join(', ')}`}
      min={0}
      max={Math.max(0, timesMs.length - 1)}
      value={Math.max(0, nearestIndex(timesMs, atMs))}
      onChange={(event) => onRead(timesMs[Number(event.target.value)] ?? null)}
      onBlur={() => onRead(null)}
    />
  )
}
