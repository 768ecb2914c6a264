import type { QualitySpan } from '@eot/contract/quality'
import type { Point, PointPercentiles, SensorGraphs } from '@eot/contract/sensors'
import { sensorLook } from '../../../domain/sensors/sensor-look.tsx'
import { findKind, type Measurement, shownDifference, shownUnit, shownValue } from '../../../lib/units.ts'
import { type PlotFrame, plotFrame } from '../../../ui/chart/plot-frame.ts'
import { type ValueScale, valueScale } from '../../../ui/chart/scale.ts'

/** One sensor of the chart. Values are in the reader's unit. */
export interface Lane {
  sensor: string
  color: string
  unit: string
  points: readonly Point[]
  /** The percentiles of each point, in order; empty if not requested. */
  percentiles: readonly PointPercentiles[]
  compared: readonly Point[]
  /** The weather, for sensors that have it. */
  outdoors: readonly Point[]
  /** Whether the weather is drawn; if so, the scale includes it. */
  drawsOutdoors: boolean
  quality: readonly QualitySpan[]
  /** Levels of alert rules that are near the values. */
  levels: readonly number[]
  scale: ValueScale
}

type Graph = SensorGraphs['Graphs'][number]

interface Beside {
  compared?: readonly Point[] | undefined
  outdoors?: readonly Point[] | undefined
  drawsOutdoors?: boolean
}

export function toLane(graph: Graph, beside: Beside, measurement: Measurement): Lane {
  const unit = findKind(graph.Sensor)?.unit ?? ''
  const shown = (value: number) => shownValue(value, unit, measurement)
  const convert = (points: readonly Point[]) =>
    points.map(([at, mean, min, max, count]): Point => [at, shown(mean), shown(min), shown(max), count])
  const { compared = [], outdoors = [], drawsOutdoors = false } = beside
  const [points, others, weather] = [convert(graph.Points), convert(compared), convert(outdoors)]
  const values = [
    ...points.flatMap(([, , min, max]) => [min, max]),
    ...others.map(([, mean]) => mean),
    ...(drawsOutdoors ? weather.map(([, mean]) => mean) : []),
  ]
  const levels = graph.Levels.map(({ RaiseLevel }) => shown(RaiseLevel)).filter((level) =>
    isNear(level, values),
  )
  return {
    sensor: graph.Sensor,
    color: sensorLook(graph.Sensor).color,
    unit: shownUnit(unit, measurement),
    points,
    percentiles: (graph.PointPercentiles ?? []).map((one) => shownPercentiles(one, unit, measurement)),
    compared: others,
    outdoors: weather,
    drawsOutdoors: drawsOutdoors && weather.length > 0,
    quality: graph.Quality ?? [],
    levels,
    scale: valueScale([...values, ...levels], 2),
  }
}

function shownPercentiles(
  [at, p5, p50, p95, e5, e50, e95]: PointPercentiles,
  unit: string,
  measurement: Measurement,
): PointPercentiles {
  const shown = (value: number) => shownValue(value, unit, measurement)
  const off = (error: number) => shownDifference(error, unit, measurement)
  return [at, shown(p5), shown(p50), shown(p95), off(e5), off(e50), off(e95)]
}

/** Returns whether a level can be drawn without flattening the values: at most one and a half times their span away. */
export function isNear(level: number, values: readonly number[]): boolean {
  if (values.length === 0) return false
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const reach = 1.5 * Math.max(high - low, Math.abs(high) / 16)
  return level >= low - reach && level <= high + reach
}

const flags = 24
const laneHeight = 78
const between = 18
const axis = 24

/** Positions the lanes from the top down, and returns the frame around all of them. */
export function layOut(lanes: readonly Lane[], width: number, time: { fromMs: number; toMs: number }) {
  const left = 40
  const height = flags + lanes.length * (laneHeight + between) + axis
  const frames = lanes.map(({ scale }, at): PlotFrame => {
    const top = flags + at * (laneHeight + between)
    const margins = { left, right: 4, top, bottom: height - top - laneHeight }
    return plotFrame({ width, height }, margins, time, scale)
  })
  const inner = height - flags - axis
  const whole = plotFrame({ width, height }, { left, right: 4, top: flags, bottom: axis }, time, {
    min: 0,
    max: inner,
  })
  return { height, frames, whole, laneHeight: laneHeight + between, top: flags }
}
