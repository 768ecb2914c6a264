import type { RatingType } from '@eot/contract/rating-standards'
import { type RatingSeries, ratings } from '@eot/contract/ratings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { rangeOf } from '../../lib/time/time-range.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { useWidth } from '../../ui/chart/use-width.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

interface TrendProps {
  siteId: string
  type: RatingType
  /** The other type, drawn as a dashed line. */
  other: RatingType
}

const refetchInterval = 300_000
const dayMs = 86_400_000
const height = 240
const margins = { left: 64, right: 84, top: 12, bottom: 24 }

/** The scores of the last 28 days. */
export function RatingTrend({ siteId, type, other }: TrendProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const range = rangeOf('last28days', zone, useMinute())
  const window = { SiteId: siteId, startDate: range.startTime, endDate: range.endTime }
  const optionsOf = (Type: RatingType) => ({
    ...keepingPrevious(queryOf(ratings.overTime, { query: { ...window, Type } })),
    refetchInterval,
  })
  const main = useQuery(optionsOf(type))
  const beside = useQuery(optionsOf(other))
  return (
    <section className="card c8">
      <header>
        <h2>{t('ratings.last28')}</h2>
        <span className="note">{t('ratings.trendNote')}</span>
      </header>
      <div className="body">
        <Panel query={main} skeleton={<Skeleton height={height} />}>
          {(series) =>
            series.Points.length === 0 ? (
              <p className="muted">{t('ratings.noTrend')}</p>
            ) : (
              <Trend series={series} beside={beside.data} range={range} zone={zone} />
            )
          }
        </Panel>
      </div>
    </section>
  )
}

interface DrawnProps {
  series: RatingSeries
  beside: RatingSeries | undefined
  range: { startTime: number; endTime: number }
  zone: string
}

type Points = RatingSeries['Points']

/** Splits the days into runs: a day without a score interrupts the line. */
function runsOf(points: Points): Points[] {
  const runs: Points[] = []
  for (const point of points) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    if (last && before && point[0] - before[0] < 1.5 * dayMs) last.push(point)
    else runs.push([point])
  }
  return runs
}

function Trend({ series, beside, range, zone }: DrawnProps) {
  const { t } = useTranslation()
  const [box, width] = useWidth<HTMLDivElement>()
  const { Points: points } = series
  const lowest = Math.min(60, ...points.map(([, , low]) => low))
  const floor = Math.max(0, Math.floor((lowest - 5) / 10) * 10)
  const inner = { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom }
  // The middle of a day.
  const x = (ms: number) =>
    margins.left + ((ms + dayMs / 2 - range.startTime) / (range.endTime - range.startTime)) * inner.width
  const y = (score: number) => margins.top + ((100 - score) / (100 - floor)) * inner.height
  const line = (run: Points, at: 1 | 2 | 3) => run.map((point) => `${x(point[0])},${y(point[at])}`)
  const dayName = (ms: number) => dateFormat(zone, { day: 'numeric', month: 'short' }).format(ms)
  const worst = points.reduce((a, b) => (b[1] < a[1] ? b : a))
  const last = points.at(-1) ?? worst
  const label = t('ratings.trendToday', {
    type: t(`ratings.type.${series.Type}`),
    score: last[1],
    low: worst[1],
    day: dayName(worst[0]),
  })
  const ends = spread(
    [
      { type: series.Type, score: last[1] },
      ...(beside?.Points.at(-1) ? [{ type: beside.Type, score: beside.Points.at(-1)?.[1] ?? 0 }] : []),
    ].map((end) => ({ ...end, y: y(end.score) })),
  )
  return (
    <div ref={box} className="rating-trend" style={{ minHeight: height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          {(['Excellent', 'Good', 'Fair', 'Poor'] as const).map((band, at) => {
            const [top, bottom] = [[100, 90, 80, 60][at] ?? 100, Math.max(floor, [90, 80, 60, 0][at] ?? 0)]
            if (top <= floor) return null
            return (
              <g key={band} className={`axis ${band.toLowerCase()}`}>
                <line x1={margins.left} x2={width - margins.right} y1={y(top)} y2={y(top)} />
                <rect
                  x={margins.left - 4}
                  width={3}
                  y={y(top)}
                  height={Math.max(0, y(bottom) - y(top) - 1)}
                />
                <text x={margins.left - 10} y={(y(top) + y(bottom)) / 2 + 4}>
                  {t(`ratings.band.${band}`)}
                </text>
              </g>
            )
          })}
          {runsOf(points).map((run) => (
            <polygon
              key={run[0]?.[0]}
              className="shade"
              points={[...line(run, 2), ...line(run, 3).toReversed()].join(' ')}
            />
          ))}
          {runsOf(beside?.Points ?? []).map((run) => (
            <polyline key={run[0]?.[0]} className="beside" points={line(run, 1).join(' ')} />
          ))}
          {runsOf(points).map((run) => (
            <polyline key={run[0]?.[0]} className="main" points={line(run, 1).join(' ')} />
          ))}
          <circle className="last" cx={x(last[0])} cy={y(last[1])} r={3} />
          {ends.map((end) => (
            <text key={end.type} className="end" x={width - margins.right + 10} y={end.y + 4}>
              <tspan>{end.score}</tspan> {t(`ratings.short.${end.type}`)}
            </text>
          ))}
          {points
            .filter(([ms]) => (ms - range.startTime) % (7 * dayMs) < dayMs)
            .map(([ms]) => (
              <text key={ms} className="day" x={x(ms)} y={height - 6}>
                {dayName(ms)}
              </text>
            ))}
        </svg>
      )}
      <div className="vh">
        <table>
          <caption>{label}</caption>
          <tbody>
            {points.map(([ms, score]) => (
              <tr key={ms}>
                <th scope="row">{dayName(ms)}</th>
                <td>{score}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Moves labels at line ends apart if they would overlap. */
function spread<End extends { y: number }>(ends: readonly End[]): End[] {
  const sorted = ends.toSorted((a, b) => a.y - b.y)
  const [upper, lower] = sorted
  if (!upper || !lower || lower.y - upper.y >= 16) return sorted
  const middle = (upper.y + lower.y) / 2
  return [
    { ...upper, y: middle - 8 },
    { ...lower, y: middle + 8 },
  ]
}
