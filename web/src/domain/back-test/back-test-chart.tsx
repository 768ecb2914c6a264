import type { BackTest } from '@eot/contract/back-tests'
import { findAlertType } from '@eot/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { clockTime, dayText } from '../../lib/time/time.ts'
import { hourName } from '../../lib/time/weekdays.ts'
import { wallOf } from '../../texts/zoned-time.ts'
import { alertLook } from '../sensors/sensor-look.tsx'
import { typesOf } from './back-test-types.ts'

interface ChartProps {
  alerts: BackTest['Alerts']
  /** Epoch ms. */
  from: number
  days: number
  zone: string
}

const dayMs = 86_400_000
const hourMs = 3_600_000
const size = { width: 560, height: 176 }
const plot = { left: 60, right: 552, top: 8, bottom: 152 }

/** Alerts as marks: days from left to right, hours of the day from top to bottom. */
export function BackTestChart({ alerts, from, days, zone }: ChartProps) {
  const { t } = useTranslation()
  const first = dayOf(from, zone)
  const x = (day: number) => plot.left + ((day - first + 0.5) / (days + 1)) * (plot.right - plot.left)
  const y = (hour: number) => plot.top + (hour / 24) * (plot.bottom - plot.top)
  const list = typesOf(alerts)
    .map(({ name, count }) => `${name}: ${count}`)
    .join(', ')
  return (
    <svg
      className="back-test-chart"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t('subscriptions.editor.backTest.chart', { list })}
    >
      {[
        [0, 6],
        [22, 24],
      ].map(([start = 0, end = 0]) => (
        <rect
          key={start}
          className="night"
          x={plot.left}
          y={y(start)}
          width={plot.right - plot.left}
          height={y(end) - y(start)}
        />
      ))}
      {[0, 6, 12, 18, 24].map((hour) => (
        <g key={hour}>
          <line className="grid" x1={plot.left} x2={plot.right} y1={y(hour)} y2={y(hour)} />
          <text x={plot.left - 8} y={y(hour) + 4} textAnchor="end">
            {hourName(hour)}
          </text>
        </g>
      ))}
      {[0, 7, 14, 21, 28].map((day) => (
        <text key={day} x={x(first + day)} y={plot.bottom + 18} textAnchor={day === 28 ? 'end' : 'middle'}>
          {dayText(from + day * dayMs, zone, from + days * dayMs)}
        </text>
      ))}
      {alerts.map(({ At, AlertType }, index) => {
        const local = wallOf(Date.parse(At), zone)
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: alerts with the same time and type are interchangeable
            key={`${At} ${AlertType} ${index}`}
            cx={x(Math.floor(local / dayMs))}
            cy={y((local % dayMs) / hourMs)}
            r={4}
            style={{ color: alertLook(AlertType, findAlertType(AlertType)?.Sensor ?? null).color }}
          >
            <title>{`${dayText(At, zone, from + days * dayMs)} ${clockTime(At, zone)}`}</title>
          </circle>
        )
      })}
    </svg>
  )
}

/** Returns the local day of an instant, as days since 1970. */
const dayOf = (at: number, zone: string): number => Math.floor(wallOf(at, zone) / dayMs)
