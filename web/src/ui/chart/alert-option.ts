import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts'
import type { EChartsCoreOption } from 'echarts/core'
import type { BucketPoint } from './alert-scene.ts'
import { type Span, silences, splitAtGaps } from './gaps.ts'
import type { PlotFrame } from './plot-frame.ts'
import { xOf, yOf } from './plot-frame.ts'
import { hatchTile, lineSeries, marksSeries, plotOption, withBreaks } from './plot-option.ts'
import type { ThemeTokens } from './theme-tokens.ts'
import { tickLabel } from './time-labels.ts'
import { timeTicks } from './time-ticks.ts'

interface AlertScene {
  points: readonly BucketPoint[]
  raiseLevel: number | null
  clearLevel: number | null
  startMs: number
  endMs: number | null
  color: string
  timeZone: string
  longestGapMs: number
  /** Times after this are in the future, not gaps. */
  nowMs: number
  frame: PlotFrame
  ticks: readonly number[]
  text: (value: number) => string
}

/** The time span of the chart: the given edges, or else its points and the raise time. */
export function alertTimes(
  given: { fromMs?: number; toMs?: number; startMs: number },
  timesMs: readonly number[],
): { fromMs: number; toMs: number } {
  const fromMs = given.fromMs ?? Math.min(timesMs[0] ?? given.startMs, given.startMs)
  const toMs = given.toMs ?? Math.max(timesMs.at(-1) ?? given.startMs, given.startMs)
  return { fromMs, toMs: Math.max(toMs, fromMs + 1000) }
}

export function alertOption(scene: AlertScene, tokens: ThemeTokens): EChartsCoreOption {
  const { points, frame, timeZone, longestGapMs, startMs, endMs } = scene
  const time = timeTicks(frame.fromMs, frame.toMs, Math.max(2, Math.floor(frame.width / 78)), timeZone)
  const color = tokens.color(scene.color)
  const critical = tokens.color('var(--critical-fill)')
  const runs = splitAtGaps(points, ([ms]) => ms, longestGapMs)
  const times = points.map(([ms]) => ms)
  const marks = marksSeries(
    {
      hatched: silences(times, frame.fromMs, Math.min(frame.toMs, scene.nowMs), longestGapMs),
      shaded: [{ span: within([startMs, endMs ?? frame.toMs], frame), color: critical, opacity: 0.1 }],
      moments: startMs >= frame.fromMs && startMs <= frame.toMs ? [{ ms: startMs, color: critical }] : [],
      levels: [
        ...level(scene.raiseLevel, critical, [4, 3], 1.25),
        ...level(scene.clearLevel, tokens.color('var(--text-3)'), [1.5, 3], 1),
      ],
    },
    hatchTile(tokens.color('var(--hatch)')),
  )
  const means = runs.map((run) => run.map(([ms, mean]) => [ms, mean] as const))
  const line = lineSeries('mean', withBreaks(means), color, 1.75)
  const axes = {
    frame,
    timeTicks: time.at,
    timeLabel: (ms: number) => tickLabel(ms, time.stepMs, timeZone),
    valueTicks: scene.ticks,
    valueLabel: scene.text,
  }
  return plotOption(axes, tokens, [marks, bandSeries(runs, frame, color), line])
}

const level = (value: number | null, color: string, dash: readonly number[], width: number) =>
  value === null ? [] : [{ value, color, dash, width }]

function within([fromMs, toMs]: Span, frame: PlotFrame): Span {
  return [Math.max(fromMs, frame.fromMs), Math.min(toMs, frame.toMs)]
}

/** The range from lowest to highest of each bucket, one area per run. */
function bandSeries(runs: readonly (readonly BucketPoint[])[], frame: PlotFrame, color: string) {
  return {
    id: 'band',
    type: 'custom',
    silent: true,
    clip: true,
    z: 2,
    data: runs.map((_, n) => [n]),
    renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
      const run = runs[Number(api.value(0))] ?? []
      const highs = run.map(([ms, , , max]) => [xOf(frame, ms), yOf(frame, max)])
      const lows = run.map(([ms, , min]) => [xOf(frame, ms), yOf(frame, min)])
      return {
        type: 'polygon',
        shape: { points: [...highs, ...lows.reverse()] },
        style: { fill: color, opacity: 0.2 },
      }
    },
  }
}
