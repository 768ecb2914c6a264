import type { EffectiveRule, TrialAlert } from '@eot/contract/rules'
import { sensors } from '@eot/contract/sensors'
import { type SensorKey, sensorKinds } from '@eot/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { GripHorizontal } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sensorLook } from '../../../domain/sensors/sensor-look.tsx'
import { queryOf } from '../../../lib/api/query.ts'
import { shownText, shownValue } from '../../../lib/units.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { useSession } from '../../../session/use-session.tsx'
import { valueScale } from '../../../ui/chart/scale.ts'
import { weekdayLabel } from '../../../ui/chart/time-labels.ts'
import { timeTicks } from '../../../ui/chart/time-ticks.ts'
import { useWidth } from '../../../ui/chart/use-width.ts'
import { linePath } from './line-path.ts'

interface LevelChartProps {
  rule: EffectiveRule
  deviceId: string
  /** The drafted raise level, in the canonical unit. */
  level: number
  alerts: readonly TrialAlert[]
  /** The level was moved. undefined: it cannot be. */
  onLevel: ((level: number) => void) | undefined
  textOf: (level: number) => string
}

const weekMs = 7 * 86_400_000
const quarterMs = 900_000
const height = 216
const pad = { top: 18, right: 92, bottom: 22, left: 36 }

/** The extreme values of the last seven days with the level on them. The level can be dragged or moved with the arrow keys. */
export function LevelChart({ rule, deviceId, level, alerts, onLevel, textOf }: LevelChartProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const zone = useTimeZone()
  const [box, width] = useWidth<HTMLDivElement>()
  const [toMs] = useState(() => Math.ceil(Date.now() / quarterMs) * quarterMs)
  const fromMs = toMs - weekMs
  const kind = sensorKinds.find(({ key }) => key === rule.Sensor)
  const read = useQuery(
    queryOf(sensors.series, {
      query: {
        DeviceId: [deviceId],
        type: [rule.Sensor as SensorKey], // every rule watches a sensor
        startTime: fromMs,
        endTime: toMs,
        interval: 'FifteenMinutes',
      },
    }),
  )
  const points = (read.data?.Series[0]?.Points ?? []).map(
    ([at, , min, max]) => [at, rule.Direction === 'high' ? max : min] as const,
  )
  const unit = kind?.unit ?? ''
  const shown = (value: number) => shownValue(value, unit, measurement)
  const scale = valueScale([...points.map(([, value]) => shown(value)), shown(level), shown(rule.RaiseLevel)])
  const plot = { width: Math.max(0, width - pad.left - pad.right), height: height - pad.top - pad.bottom }
  const x = (ms: number) => pad.left + ((ms - fromMs) / weekMs) * plot.width
  const y = (value: number) =>
    pad.top + (1 - (shown(value) - scale.min) / (scale.max - scale.min)) * plot.height
  const valueAt = (py: number) => {
    // `shown` is linear, so its inverse follows from two values.
    const [zero, one] = [shown(0), shown(1)]
    const wanted = scale.min + (1 - (py - pad.top) / plot.height) * (scale.max - scale.min)
    return (wanted - zero) / (one - zero)
  }
  const step = 10 ** -(kind?.decimals ?? 0)
  const move = (value: number) => {
    const [least, most] = [kind?.min ?? value, kind?.max ?? value]
    onLevel?.(Math.min(most, Math.max(least, Math.round(value / step) * step)))
  }
  const ticks = timeTicks(fromMs, toMs, width > 520 ? 7 : 4, zone)
  return (
    <div className="chart level-chart" ref={box} style={{ height }}>
      <svg
        viewBox={`0 0 ${Math.max(1, width)} ${height}`}
        height={height}
        role="img"
        aria-label={t('rules.chart', { count: alerts.length, level: textOf(level) })}
      >
        {width > 0 && (
          <>
            {scale.ticks.map((tick) => {
              const at = pad.top + (1 - (tick - scale.min) / (scale.max - scale.min)) * plot.height
              return (
                <g key={tick}>
                  <line x1={pad.left} x2={pad.left + plot.width} y1={at} y2={at} stroke="var(--chart-grid)" />
                  <text x={pad.left - 6} y={at + 4} textAnchor="end">
                    {shownText(tick, tick % 1 === 0 ? 'light' : rule.Sensor)}
                  </text>
                </g>
              )
            })}
            {ticks.at.map((ms) => (
              <text key={ms} x={x(ms)} y={height - 6}>
                {x(ms) < pad.left + plot.width - 24 ? weekdayLabel(ms, zone) : ''}
              </text>
            ))}
            <path
              d={linePath(points, quarterMs, x, y)}
              fill="none"
              stroke={sensorLook(rule.Sensor ?? '').color}
              strokeWidth="1.5"
            />
            <line
              x1={pad.left}
              x2={pad.left + plot.width}
              y1={y(rule.RaiseLevel)}
              y2={y(rule.RaiseLevel)}
              stroke="var(--text-3)"
              strokeDasharray="2 3"
            />
            <line
              x1={pad.left}
              x2={pad.left + plot.width}
              y1={y(level)}
              y2={y(level)}
              stroke="var(--critical-fill)"
              strokeDasharray="5 4"
              strokeWidth="1.5"
            />
            {alerts.map(({ StartAt, Peak, Disposition }) => (
              <AlertMark
                key={StartAt}
                x={x(Date.parse(StartAt))}
                y={y(Peak)}
                isFalse={Disposition === 'False'}
              />
            ))}
            {Math.abs(y(level) - y(rule.RaiseLevel)) > 26 && (
              <text x={pad.left + plot.width + 8} y={y(rule.RaiseLevel) + 4}>
                {t('rules.now', { level: textOf(rule.RaiseLevel) })}
              </text>
            )}
          </>
        )}
      </svg>
      {width > 0 && (
        <LevelHandle
          top={y(level)}
          level={level}
          range={[kind?.min ?? 0, kind?.max ?? 0]}
          step={step}
          text={t('rules.handle', { level: textOf(level) })}
          label={t('rules.raiseAt')}
          onMove={onLevel && move}
          onDrag={
            onLevel && ((clientY) => move(valueAt(clientY - (box.current?.getBoundingClientRect().top ?? 0))))
          }
        />
      )}
      {read.isSuccess && points.length === 0 && <p className="level-none muted">{t('rules.noReadings')}</p>}
    </div>
  )
}

function AlertMark({ x, y, isFalse }: { x: number; y: number; isFalse: boolean }) {
  const at = Math.max(10, y - 5)
  return isFalse ? (
    <path d={`M${x - 3.5} ${at - 7}l7 7m0-7l-7 7`} stroke="var(--text-2)" strokeWidth="1.5" />
  ) : (
    <path d={`M${x - 4} ${at - 6}h8l-4 6z`} fill="var(--critical-fill)" />
  )
}

interface LevelHandleProps {
  top: number
  level: number
  range: readonly [least: number, most: number]
  step: number
  text: string
  label: string
  onMove: ((level: number) => void) | undefined
  onDrag: ((clientY: number) => void) | undefined
}

function LevelHandle({ top, level, range, step, text, label, onMove, onDrag }: LevelHandleProps) {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: step,
    ArrowRight: step,
    ArrowDown: -step,
    ArrowLeft: -step,
    PageUp: 10 * step,
    PageDown: -10 * step,
  }
  function handleKey(event: KeyboardEvent) {
    const change = steps[event.key]
    if (change === undefined || !onMove) return
    event.preventDefault()
    onMove(level + change)
  }
  function handlePointer(event: PointerEvent) {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    if (event.buttons === 1) onDrag?.(event.clientY)
  }
  return (
    <div
      className="level-handle"
      role="slider"
      tabIndex={onMove ? 0 : -1}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={range[0]}
      aria-valuemax={range[1]}
      aria-valuenow={level}
      aria-valuetext={text}
      aria-disabled={!onMove}
      style={{ top }}
      onKeyDown={handleKey}
      onPointerDown={handlePointer}
      onPointerMove={handlePointer}
    >
      {onMove && <GripHorizontal className="icon" aria-hidden="true" />}
      {text}
    </div>
  )
}
