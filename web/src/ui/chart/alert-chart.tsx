import type { TFunction } from 'i18next'
import { numberText } from '../../texts/number-format.ts'
import './chart.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertChartLabels } from './alert-chart-labels.tsx'
import { alertOption, alertTimes } from './alert-option.ts'
import type { AlertChartProps, BucketPoint } from './alert-scene.ts'
import { CanvasChart } from './canvas-chart.tsx'
import { ChartTable } from './chart-table.tsx'
import { usualSpacingMs } from './gaps.ts'
import { PlotCursor } from './plot-cursor.tsx'
import { plotFrame } from './plot-frame.ts'
import { valueScale } from './scale.ts'
import { useThemeTokens } from './theme-tokens.ts'
import { timeLabelsIn } from './time-labels.ts'
import { useWidth } from './use-width.ts'

/** The value of one sensor around an alert, with its levels, the raise time and the duration. */
export function AlertChart(props: AlertChartProps) {
  const { points, raiseLevel, clearLevel, endMs, unit, text, color, timeZone, label, height = 168 } = props
  const { t } = useTranslation()
  const [box, width] = useWidth<HTMLDivElement>()
  const tokens = useThemeTokens()
  const timesMs = useMemo(() => points.map(([ms]) => ms), [points])
  const longestGapMs = props.longestGapMs ?? 3 * usualSpacingMs(timesMs, 60_000)
  const { fromMs, toMs } = alertTimes(props, timesMs)
  const time = timeLabelsIn({ fromMs, toMs }, timeZone)
  const scale = useMemo(() => {
    const levels = [raiseLevel, clearLevel].filter((level) => level !== null)
    return valueScale([...levels, ...points.flatMap(([, , min, max]) => [min, max])])
  }, [points, raiseLevel, clearLevel])
  const frame = useMemo(() => {
    // The label of the raise time needs space above the plot; inside the plot it would cover the line.
    const margins = { left: 34, right: 58, top: 22, bottom: 22 }
    return plotFrame({ width, height }, margins, { fromMs, toMs }, scale)
  }, [width, height, fromMs, toMs, scale])
  const option = useMemo(() => {
    const scene = {
      points,
      raiseLevel,
      clearLevel,
      startMs: props.startMs,
      endMs,
      color,
      timeZone,
      longestGapMs,
    }
    return alertOption({ ...scene, nowMs: Date.now(), frame, ticks: scale.ticks, text: tickText }, tokens)
  }, [
    points,
    raiseLevel,
    clearLevel,
    props.startMs,
    endMs,
    color,
    timeZone,
    longestGapMs,
    frame,
    scale,
    tokens,
  ])

  return (
    <figure className="stack">
      <div className="plot" ref={box} style={{ height }}>
        <CanvasChart
          option={option}
          width={width}
          height={height}
          label={useSentence(props, timesMs, time)}
        />
        {width > 0 && (
          <>
            <AlertChartLabels {...props} frame={frame} />
            <PlotCursor
              frame={frame}
              timesMs={timesMs}
              reachMs={longestGapMs}
              title={time}
              rows={(ms) =>
                cursorRows(points[timesMs.indexOf(ms)], props, t).map((row) => ({ ...row, spoken: row.name }))
              }
              label={`${label}: ${t('chart.readValues')}`}
            />
          </>
        )}
      </div>
      <figcaption className="chart-foot">
        <ChartTable
          caption={label}
          columns={[
            { key: 'time', name: t('chart.time') },
            { key: 'mean', name: `${t('chart.mean')} ${unit}` },
            { key: 'min', name: t('chart.min') },
            { key: 'max', name: t('chart.max') },
            { key: 'count', name: t('chart.count') },
          ]}
          rows={() =>
            points.map(([ms, mean, min, max, count]) => ({
              key: ms,
              cells: [time(ms), text(mean), text(min), text(max), numberText(count)],
            }))
          }
        />
      </figcaption>
    </figure>
  )
}

/** Labels of the value axis. One decimal if needed for every sensor, since ticks may be half a unit apart. */
const tickText = (tick: number) =>
  numberText(tick, { maximumFractionDigits: 1, signDisplay: 'negative' }).replace('-', '−')

function cursorRows(point: BucketPoint | undefined, props: AlertChartProps, t: TFunction) {
  if (!point) return []
  const [, mean, min, max, count] = point
  const { text, unit, color } = props
  const valueText = `${text(mean)} ${unit}`.trim()
  const value = {
    key: 'mean',
    name: t(count > 1 ? 'chart.mean' : 'chart.value'),
    text: valueText,
    color,
    at: mean,
  }
  if (count < 2) return [value]
  return [
    value,
    {
      key: 'range',
      name: t('chart.spread'),
      text: t('chart.range', { min: text(min), max: text(max) }),
      at: null,
    },
  ]
}

function useSentence(
  props: AlertChartProps,
  timesMs: readonly number[],
  time: (ms: number) => string,
): string {
  const { points, raiseLevel, clearLevel, startMs, endMs, unit, text, levelText, label } = props
  const { t } = useTranslation()
  const low = raiseLevel !== null && clearLevel !== null && clearLevel > raiseLevel
  const values =
    points.length === 0
      ? t('chart.noData')
      : t('chart.alertSentence', {
          from: time(timesMs[0] ?? 0),
          to: time(timesMs.at(-1) ?? 0),
          min: text(Math.min(...points.map(([, , min]) => min))),
          max: text(Math.max(...points.map(([, , , max]) => max))),
          unit,
          last: text(points.at(-1)?.[1] ?? 0),
        })
  const raised = t(low ? 'chart.alertRaisedLow' : 'chart.alertRaised', {
    time: time(startMs),
    level: raiseLevel === null ? '' : levelText(raiseLevel),
  })
  const ended = endMs === null ? t('chart.alertOngoing') : t('chart.alertEnded', { time: time(endMs) })
  return `${label}. ${values}; ${raised}, ${ended}.`
}
