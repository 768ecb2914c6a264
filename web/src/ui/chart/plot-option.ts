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
 * The frame, axes and grid all large charts share. Time axes of the library know local time and UTC only, so
 * the axis is one of plain numbers whose ticks are computed in the site's zone.
 */
export function plotOption(axes: PlotAxes, tokens: ThemeTokens, series: object[]): EChartsCoreOption {
  const { frame, timeTicks, timeLabel, valueTicks, valueLabel } = axes
  const text = { color: tokens.colour('var(--chart-axis)'), fontFamily: tokens.font, fontSize: 10.5 }
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
      axisLine: { show: true, onZero: false, lineStyle: { color: tokens.colour('var(--line-2)') } },
      axisTick: { show: false, customValues: timeTicks },
      axisLabel: { ...text, customValues: timeTicks, formatter: timeLabel, margin: 8, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: frame.min,
      max: frame.max,
      splitLine: { show: true, lineStyle: { color: tokens.colour('var(--chart-grid)') } },
      axisLine: { show: false },
      axisTick: { show: false, customValues: valueTicks },
      axisLabel: { ...text, customValues: valueTicks, formatter: valueLabel, margin: 6 },
    },
    series,
  }
}

/** A sample that stands alone, between two silences, is drawn as a dot: there is no line to show it. */
interface LoneDatum {
  value: Datum
  symbol: 'circle'
  symbolSize: number
}

/** Puts a break between runs: what lies between two of them is not known. */
export function withBreaks(runs: readonly (readonly Datum[])[]): (Datum | LoneDatum)[] {
  return runs.flatMap((run, n): (Datum | LoneDatum)[] => {
    const [first] = run
    if (!first) return []
    const drawn = run.length > 1 ? run : [{ value: first, symbol: 'circle' as const, symbolSize: 3 }]
    return n === 0 ? [...drawn] : [[first[0] - 1, null], ...drawn]
  })
}

export function lineSeries(
  id: string,
  points: readonly (Datum | LoneDatum)[],
  colour: string,
  width: number,
) {
  return {
    id,
    type: 'line',
    data: points,
    symbol: 'none',
    silent: true,
    clip: true,
    connectNulls: false,
    lineStyle: { color: colour, width, join: 'round' },
    itemStyle: { color: colour, borderWidth: 0 },
    z: 3,
  }
}

interface FrameMarks {
  shaded: readonly { span: Span; colour: string; opacity: number }[]
  hatched: readonly Span[]
  /** Solid upright lines. */
  moments: readonly { ms: number; colour: string }[]
  levels: readonly { value: number; colour: string; dash: readonly number[]; width: number }[]
}

/** A line without points of its own that carries areas and limits behind all others. */
export function marksSeries(marks: FrameMarks, hatch: CanvasImageSource | null) {
  const areas = [
    ...marks.hatched.map((span) =>
      area(span, { color: hatch ? { image: hatch, repeat: 'repeat' } : 'transparent' }),
    ),
    ...marks.shaded.map(({ span, colour, opacity }) => area(span, { color: colour, opacity })),
  ]
  const lines = [
    ...marks.levels.map(({ value, colour, dash, width }) => ({
      yAxis: value,
      lineStyle: { color: colour, type: dash, width },
    })),
    ...marks.moments.map(({ ms, colour }) => ({
      xAxis: ms,
      lineStyle: { color: colour, type: 'solid', width: 1.5 },
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

/** A tile of the hatching for use on a canvas, in the theme's colour. */
export function hatchTile(colour: string): HTMLCanvasElement | null {
  const tile = document.createElement('canvas')
  tile.width = 10
  tile.height = 10
  const pen = tile.getContext('2d')
  if (!pen) return null
  pen.strokeStyle = colour
  pen.lineWidth = 1.5
  pen.beginPath()
  for (const start of [-10, 0, 10]) {
    pen.moveTo(start, 10)
    pen.lineTo(start + 10, 0)
  }
  pen.stroke()
  return tile
}
