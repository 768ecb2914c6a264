import type { QualitySpan } from '@eot/contract/quality'
import type { Point, PointPercentiles } from '@eot/contract/sensors'
import { sensorLook } from '../../../domain/sensors/sensor-look.tsx'
import { findKind, type Measurement, shownDifference, shownUnit, shownValue } from '../../../lib/units.ts'
import { type PlotFrame, plotFrame } from '../../../ui/chart/plot-frame.ts'
import { type ValueScale, valueScale } from '../../../ui/chart/scale.ts'

/** How a line is drawn. Several devices differ by letters and dashes besides their colors. */
interface LineLook {
  color: string
  dash?: string
  letter?: string
  /** Whether the lowest to the highest values are drawn too. */
  hasBand?: boolean
}

/** The values of a device, or of what it is compared with, in the unit of the sensor. */
export interface GivenLine {
  /** The ID of the device, or `before`. */
  key: string
  name: string
  look: LineLook
  points: readonly Point[]
  percentiles?: readonly PointPercentiles[] | undefined
}

export interface LaneLine extends Omit<GivenLine, 'percentiles'> {
  /** The percentiles of each point, in order; empty if not requested. */
  percentiles: readonly PointPercentiles[]
}

/** One sensor of the chart. Values are in the reader's unit. */
export interface Lane {
  sensor: string
  color: string
  unit: string
  lines: readonly LaneLine[]
  /** The weather, for sensors that have it. */
  outdoors: readonly Point[]
  /** Whether the weather is drawn; if so, the scale includes it. */
  drawsOutdoors: boolean
  quality: readonly QualitySpan[]
  /** Levels of alert rules that are near the values. */
  levels: readonly number[]
  scale: ValueScale
}

export interface GivenLane {
  sensor: string
  lines: readonly GivenLine[]
  outdoors?: readonly Point[] | undefined
  drawsOutdoors?: boolean
  quality?: readonly QualitySpan[] | undefined
  levels?: readonly number[]
}

/** Converts the values of a sensor to the unit of the reader. */
export function toLane(given: GivenLane, measurement: Measurement): Lane {
  const { sensor, outdoors = [], drawsOutdoors = false, quality = [] } = given
  const unit = findKind(sensor)?.unit ?? ''
  const shown = (value: number) => shownValue(value, unit, measurement)
  const isConverted = shownUnit(unit, measurement) !== unit
  const convert = (points: readonly Point[]) =>
    isConverted
      ? points.map(([at, mean, min, max, count]): Point => [at, shown(mean), shown(min), shown(max), count])
      : points
  const lines = given.lines.map((line) => ({
    ...line,
    points: convert(line.points),
    percentiles: (line.percentiles ?? []).map((one) => shownPercentiles(one, unit, measurement)),
  }))
  const weather = convert(outdoors)
  const values: number[] = []
  for (const { points, look } of lines)
    for (const [, mean, min, max] of points)
      if (look.hasBand) values.push(min, max)
      else values.push(mean)
  if (drawsOutdoors) for (const [, mean] of weather) values.push(mean)
  const levels = (given.levels ?? []).map(shown).filter((level) => isNear(level, values))
  return {
    sensor,
    color: sensorLook(sensor).color,
    unit: shownUnit(unit, measurement),
    lines,
    outdoors: weather,
    drawsOutdoors: drawsOutdoors && weather.length > 0,
    quality,
    levels,
    scale: valueScale([...values, ...levels], 2),
  }
}

/** Each line of each lane, for tables. */
export const columnsOf = (lanes: readonly Lane[]): { lane: Lane; line: LaneLine }[] =>
  lanes.flatMap((lane) => lane.lines.map((line) => ({ lane, line })))

/** Whether the lanes show one device, whose band, levels and quality are drawn. */
export const hasBands = (lanes: readonly Lane[]): boolean =>
  lanes.some(({ lines }) => lines.some(({ look }) => look.hasBand))

/** Whether the lanes show more than one device in one period. */
export const isCompared = (lanes: readonly Lane[]): boolean => lanes.some(({ lines }) => lines.length > 1)

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
const usualHeight = 78
/** With lines of several devices. */
const tallHeight = 118
const between = 18
const axis = 24

/** Positions the lanes from the top down, and returns the frame around all of them. */
export function layOut(lanes: readonly Lane[], width: number, time: { fromMs: number; toMs: number }) {
  const left = 40
  const hasLetters = lanes.some(({ lines }) => lines.some(({ look }) => look.letter))
  const laneHeight = hasLetters ? tallHeight : usualHeight
  const right = hasLetters ? 18 : 4
  const height = flags + lanes.length * (laneHeight + between) + axis
  const frames = lanes.map(({ scale }, at): PlotFrame => {
    const top = flags + at * (laneHeight + between)
    const margins = { left, right, top, bottom: height - top - laneHeight }
    return plotFrame({ width, height }, margins, time, scale)
  })
  const inner = height - flags - axis
  const whole = plotFrame({ width, height }, { left, right, top: flags, bottom: axis }, time, {
    min: 0,
    max: inner,
  })
  return { height, frames, whole, laneHeight: laneHeight + between, top: flags }
}
