import type { EChartsCoreOption } from 'echarts/core'
import type { Span } from './gaps.ts'
import type { PlotFrame } from './plot-frame.ts'
import type { ThemeTokens } from './theme-tokens.ts'

type Datum = readonly [ms: number, value: number | null]

interface PlotAxes {
  frame: PlotFrame
  timeTicks: readonly number[]
  timeLabel: (ms: number) => string
  valueTicks: readonly number[]
  valueLabel: (value: number) => string
}

/**
 * The frame, axes and grid shared by all large charts. The library's time axes support only local time and UTC, so
 * the axis is numeric, with ticks computed in the site's time zone.
 */
export function plotOption(axes: PlotAxes, tokens: ThemeTokens, series: object[]): EChartsCoreOption {
  const { frame, timeTicks, timeLabel, valueTicks, valueLabel } = axes
  const text = { color: tokens.color('var(--chart-axis)'), fontFamily: tokens.font, fontSize: 10.5 }
  return {
    animation: false,
    grid: {
      left: frame.left,
      top: frame.top,
      width: frame.width,
      height: frame.height,
      outerBoundsMode: 'none',
    },
    xAxis: {
      type: 'value',
      min: frame.fromMs,
      max: frame.toMs,
      splitLine: { show: false },
      axisLine: { show: true, onZero: false, lineStyle: { color: tokens.color('var(--line-2)') } },
      axisTick: { show: false, customValues: timeTicks },
      axisLabel: { ...text, customValues: timeTicks, formatter: timeLabel, margin: 8, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: frame.min,
      max: frame.max,
      splitLine: { show: true, lineStyle: { color: tokens.color('var(--chart-grid)') } },
      axisLine: { show: false },
      axisTick: { show: false, customValues: valueTicks },
      axisLabel: { ...text, customValues: valueTicks, formatter: valueLabel, margin: 6 },
    },
    series,
  }
}

/** A single sample between two gaps is drawn as a dot, since there is no line to show it. */
interface LoneDatum {
  value: Datum
  symbol: 'circle'
  symbolSize: number
}

/** Inserts a break between runs, because there is no data between them. */
export function withBreaks(runs: readonly (readonly Datum[])[]): (Datum | LoneDatum)[] {
  return runs.flatMap((run, n): (Datum | LoneDatum)[] => {
    const [first] = run
    if (!first) return []
    const drawn = run.length > 1 ? run : [{ value: first, symbol: 'circle' as const, symbolSize: 3 }]
    return n === 0 ? [...drawn] : [[first[0] - 1, null], ...drawn]
  })
}

export function lineSeries(id: string, points: readonly (Datum | LoneDatum)[], color: string, width: number) {
  return {
    id,
    type: 'line',
    data: points,
    symbol: 'none',
    silent: true,
    clip: true,
    connectNulls: false,
    lineStyle: { color, width, join: 'round' },
    itemStyle: { color, borderWidth: 0 },
    z: 3,
  }
}

interface FrameMarks {
  shaded: readonly { span: Span; color: string; opacity: number }[]
  hatched: readonly Span[]
  /** Solid vertical lines. */
  moments: readonly { ms: number; color: string }[]
  levels: readonly { value: number; color: string; dash: readonly number[]; width: number }[]
}

/** A line without points, which draws areas and limits behind all other series. */
export function marksSeries(marks: FrameMarks, hatch: CanvasImageSource | null) {
  const areas = [
    ...marks.hatched.map((span) =>
      area(span, { color: hatch ? { image: hatch, repeat: 'repeat' } : 'transparent' }),
    ),
    ...marks.shaded.map(({ span, color, opacity }) => area(span, { color, opacity })),
  ]
  const lines = [
    ...marks.levels.map(({ value, color, dash, width }) => ({
      yAxis: value,
      lineStyle: { color, type: dash, width },
    })),
    ...marks.moments.map(({ ms, color }) => ({
      xAxis: ms,
      lineStyle: { color, type: 'solid', width: 1.5 },
    })),
  ]
  return {
    id: 'marks',
    type: 'line',
    data: [],
    silent: true,
    z: 1,
    markArea: { silent: true, data: areas },
    markLine: { silent: true, symbol: 'none', label: { show: false }, data: lines, precision: 9 },
  }
}

const area = ([fromMs, toMs]: Span, itemStyle: object) => [{ xAxis: fromMs, itemStyle }, { xAxis: toMs }]

/** A tile of the hatching in the theme's color, for use on a canvas. */
export function hatchTile(color: string): HTMLCanvasElement | null {
  const tile = document.createElement('canvas')
  tile.width = 10
  tile.height = 10
  const pen = tile.getContext('2d')
  if (!pen) return null
  pen.strokeStyle = color
  pen.lineWidth = 1.5
  pen.beginPath()
  for (const start of [-10, 0, 10]) {
    pen.moveTo(start, 10)
    pen.lineTo(start + 10, 0)
  }
  pen.stroke()
  return tile
}
