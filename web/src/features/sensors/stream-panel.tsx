import type { Alert } from '@eot/contract/alerts'
import type { EffectiveRule } from '@eot/contract/rules'
import { Pause, Play, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SensorName, sensorLook } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName, sensorName } from '../../domain/sensors/sensor-names.ts'
import { readingText, unitText } from '../../domain/sensors/shown-reading.ts'
import { clockSeconds, clockTime, elapsedText } from '../../lib/time/time.ts'
import type { Measurement } from '../../lib/units.ts'
import { Button } from '../../ui/button.tsx'
import type { Sample } from '../../ui/chart/sparkline.tsx'
import type { StreamEpisode, StreamLine } from '../../ui/chart/stream-line.ts'
import { StreamingChart } from '../../ui/chart/streaming-chart.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Segments } from '../../ui/segments.tsx'
import { hasLevel, nominalLimits, shareOfLevel } from './sensor-limit.ts'
import { mostLines } from './sensor-order.ts'

const windows = ['60', '600', '3600'] as const
type WindowSeconds = (typeof windows)[number]

interface StreamPanelProps {
  deviceName: string
  lines: readonly string[]
  onRemove: (kind: string) => void
  samples: ReadonlyMap<string, readonly Sample[]>
  rules: readonly EffectiveRule[]
  alerts: readonly Alert[]
  readNow: () => number
  /** null: the chart is moving. */
  frozenMs: number | null
  onPause: () => void
  longestGapMs: number
  timeZone: string
  measurement: Measurement
}

/** The selected sensors on one moving chart. */
export function StreamPanel(props: StreamPanelProps) {
  const { deviceName, lines, onRemove, frozenMs, onPause, timeZone } = props
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState<WindowSeconds>('600')
  const span = t(`sensors.stream.last.${seconds}`)
  const drawn = useDrawnLines(props)
  const episodes = useEpisodes(props)
  const full = lines.length >= mostLines
  const limitsOff = lines.filter((kind) => !hasLevel(props.rules, kind))
  return (
    <section className="card stream" aria-label={t('sensors.stream.label')}>
      <header>
        <h2>{span}</h2>
        <span className="note hide-narrow">{t('sensors.stream.note')}</span>
        <div className="end">
          <Segments
            small
            label={t('sensors.stream.window')}
            value={seconds}
            options={windows.map((value) => ({ value, text: elapsedText(Number(value)) }))}
            onChange={setSeconds}
          />
          <Button
            size="sm"
            icon={frozenMs === null ? Pause : Play}
            onClick={onPause}
            aria-keyshortcuts="Space"
          >
            {t(frozenMs === null ? 'sensors.stream.pause' : 'sensors.stream.resume')}
          </Button>
        </div>
      </header>
      <div className="body">
        {frozenMs !== null && (
          <p className="faint" role="status">
            {t('sensors.stream.pausedAt', { time: clockSeconds(frozenMs, timeZone) })}
          </p>
        )}
        {lines.length === 0 ? (
          <Empty title={t('sensors.stream.nothing')}>{t('sensors.stream.nothingText')}</Empty>
        ) : (
          <StreamingChart
            lines={drawn}
            episodes={episodes}
            windowMs={Number(seconds) * 1000}
            readNow={props.readNow}
            frozenMs={frozenMs}
            longestGapMs={props.longestGapMs}
            timeZone={timeZone}
            title={t('sensors.stream.chart', { device: deviceName, span: span.toLowerCase() })}
          />
        )}
        <div className="line-chips">
          {lines.map((kind) => (
            <button
              key={kind}
              type="button"
              className="line-chip"
              aria-label={t('sensors.stream.remove', { name: sensorName(kind) })}
              onClick={() => onRemove(kind)}
            >
              <i className="swatch line" style={{ '--kc': sensorLook(kind).color }} />
              <SensorName sensor={kind} />
              <X className="icon icon-sm" aria-hidden="true" />
            </button>
          ))}
          <span className="faint">
            {t(full ? 'sensors.stream.full' : 'sensors.stream.choose', { count: mostLines })}
            {lines.some((kind) => isTwoSided(props.rules, kind)) && ` ${t('sensors.stream.noteTwoSided')}`}
            {limitsOff.length > 0 &&
              ` ${t('sensors.stream.noteOff', { names: limitsOff.map(sensorName).join(', ') })}`}
          </span>
        </div>
      </div>
    </section>
  )
}

function isTwoSided(rules: readonly EffectiveRule[], kind: string): boolean {
  const { high, low } = nominalLimits(rules, kind)
  return high !== null && low !== null
}

function useDrawnLines(props: StreamPanelProps): StreamLine[] {
  const { lines, samples, rules, alerts, measurement } = props
  return useMemo(
    () =>
      lines.flatMap((kind): StreamLine[] => {
        const share = shareOfLevel(nominalLimits(rules, kind))
        if (!share) return []
        const unit = unitText(kind, measurement)
        return [
          {
            key: kind,
            name: <SensorName sensor={kind} />,
            spoken: sensorName(kind),
            color: sensorLook(kind).color,
            samples: samples.get(kind) ?? [],
            share,
            text: (value) => readingText(value, kind, measurement),
            unit,
            strong: alerts.some((alert) => alert.Sensor === kind && alert.EndAt === null),
          },
        ]
      }),
    [lines, samples, rules, alerts, measurement],
  )
}

/** Alerts of the charted sensors only; others would shade the chart without a visible cause. */
function useEpisodes({ alerts, lines, timeZone }: StreamPanelProps): StreamEpisode[] {
  const { t } = useTranslation()
  return useMemo(
    () =>
      alerts
        .filter(({ Sensor }) => Sensor !== null && lines.includes(Sensor))
        .map((alert) => ({
          id: alert.Id,
          label: t('sensors.stream.raised', {
            name: alertTypeName(alert.Type),
            time: clockSeconds(alert.StartAt, timeZone),
          }),
          shortLabel: clockTime(alert.StartAt, timeZone),
          startMs: Date.parse(alert.StartAt),
          endMs: alert.EndAt === null ? null : Date.parse(alert.EndAt),
        })),
    [alerts, lines, timeZone, t],
  )
}
