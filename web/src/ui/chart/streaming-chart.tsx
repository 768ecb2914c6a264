import './chart.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CanvasChart } from './canvas-chart.tsx'
import { ChartTable } from './chart-table.tsx'
import { PlotCursor } from './plot-cursor.tsx'
import { plotFrame } from './plot-frame.ts'
import { EndLabels, EpisodeLabels, LevelLabel, NowLabel } from './stream-labels.tsx'
import { type StreamEpisode, type StreamLine, sharedTimes, shareScale, valueAt } from './stream-line.ts'
import { streamOption } from './stream-option.ts'
import { useThemeTokens } from './theme-tokens.ts'
import { timeLabel } from './time-labels.ts'
import { useFrameClock } from './use-frame-clock.ts'
import { useWidth } from './use-width.ts'

export interface StreamingChartProps {
  lines: readonly StreamLine[]
  episodes: readonly StreamEpisode[]
  windowMs: number
  /** Returns the current time on the clock of the samples. */
  readNow: () => number
  /** The time at which the chart is paused. null: it is moving. */
  frozenMs: number | null
  /** Longer gaps are never bridged. */
  longestGapMs: number
  timeZone: string
  /** What the chart shows, such as "Live readings, last 10 minutes". */
  title: string
  height?: number
}

const NARROW = 520
const FASTEST_MS = 250
const STEP_PIXELS = 2
const LATEST_ROWS = 120

/** Several sensors on one moving chart, each as a share of its own alert level. */
export function StreamingChart(props: StreamingChartProps) {
  const { lines, episodes, windowMs, readNow, frozenMs, longestGapMs, timeZone, title, height = 272 } = props
  const { t } = useTranslation()
  const [box, width] = useWidth<HTMLDivElement>()
  const tokens = useThemeTokens()
  const narrow = width < NARROW
  const pixelMs = windowMs / Math.max(1, width)
  const clockMs = useFrameClock({
    read: readNow,
    everyMs: Math.max(FASTEST_MS, STEP_PIXELS * pixelMs),
    moves: frozenMs === null,
    content: lines,
  })
  const toMs = frozenMs ?? clockMs
  const fromMs = toMs - windowMs

  const shown = useMemo(
    () => lines.map((line) => ({ ...line, samples: since(line.samples, fromMs) })),
    [lines, fromMs],
  )
  const timesMs = useMemo(() => sharedTimes(shown, fromMs), [shown, fromMs])
  const scale = shareScale(shown.flatMap((line) => line.samples.map(([, value]) => line.share(value))))
  const frame = useMemo(() => {
    const margins = { left: 40, right: narrow ? 58 : 160, top: 12, bottom: 24 }
    return plotFrame({ width, height }, margins, { fromMs, toMs }, { min: 0, max: scale.max })
  }, [width, height, narrow, fromMs, toMs, scale.max])
  const option = useMemo(
    () =>
      streamOption(
        {
          lines: shown,
          episodes,
          frame,
          timesMs,
          longestGapMs,
          timeZone,
          moving: frozenMs === null,
          ticks: scale.ticks,
        },
        tokens,
      ),
    [shown, episodes, frame, timesMs, longestGapMs, timeZone, frozenMs, scale.ticks, tokens],
  )
  const readings = shown.flatMap((line) => {
    const [ms, value] = line.samples.at(-1) ?? [0, 0]
    if (ms < fromMs) return []
    const share = Math.round(line.share(value) * 100)
    return t('chart.streamReading', { name: line.spoken, value: line.text(value), unit: line.unit, share })
  })
  const sentence = [title, ...(readings.length > 0 ? readings : [t('chart.noData')])].join('. ')

  return (
    <figure className="stack">
      <div className="plot" ref={box} style={{ height }}>
        <CanvasChart option={option} width={width} height={height} label={sentence} />
        {width > 0 && (
          <>
            <LevelLabel frame={frame} />
            {frozenMs === null && <NowLabel frame={frame} />}
            <EpisodeLabels frame={frame} episodes={episodes} short={narrow} />
            <EndLabels frame={frame} lines={shown} short={narrow} longestGapMs={longestGapMs} />
            <PlotCursor
              frame={frame}
              timesMs={timesMs}
              reachMs={longestGapMs}
              title={(ms) => timeLabel(ms, timeZone)}
              rows={(ms) => shown.flatMap((line) => cursorRow(line, ms))}
              label={t('chart.readValues')}
            />
          </>
        )}
      </div>
      <figcaption className="chart-foot">
        <ChartTable
          caption={title}
          columns={[
            { key: 'time', name: t('chart.time') },
            ...lines.map((line) => ({ key: line.key, name: <ColumnName line={line} /> })),
          ]}
          rows={() =>
            timesMs
              .slice(-LATEST_ROWS)
              .reverse()
              .map((ms) => ({
                key: ms,
                cells: [timeLabel(ms, timeZone), ...shown.map((line) => cellText(line, ms))],
              }))
          }
        />
      </figcaption>
    </figure>
  )
}

const ColumnName = ({ line }: { line: StreamLine }) => (
  <>
    {line.name} {line.unit}
  </>
)

function cellText(line: StreamLine, ms: number): string {
  const value = valueAt(line, ms)
  return value === undefined ? '' : line.text(value)
}

function cursorRow(line: StreamLine, ms: number) {
  const value = valueAt(line, ms)
  if (value === undefined) return []
  const text = `${line.text(value)} ${line.unit}`.trim()
  return [
    { key: line.key, name: line.name, spoken: line.spoken, text, color: line.color, at: line.share(value) },
  ]
}

/** Starts at the last sample before `fromMs`, so that the line enters at the left edge. */
function since(samples: StreamLine['samples'], fromMs: number): StreamLine['samples'] {
  const first = samples.findIndex(([ms]) => ms >= fromMs)
  return first < 0 ? samples.slice(-1) : samples.slice(Math.max(0, first - 1))
}
