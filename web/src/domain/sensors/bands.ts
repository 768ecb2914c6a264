import { type Measurement, valueAsShown } from '../../lib/units.ts'

export type Grade = 'excellent' | 'good' | 'fair' | 'poor'

export interface Band {
  grade: Grade
  /** Upper end. The value itself belongs to the better of the two adjacent bands. */
  to: number
  /** Share of the ruler's width, relative to the other bands. */
  share: number
}

export interface BandScale {
  /** Value at the left end of the ruler. */
  from: number
  /** Ascending. The last band ends the ruler. */
  bands: readonly Band[]
  /** A short name of the standard that sets the limits. */
  source: string
}

const rising = (edges: readonly [number, number, number], end: number): Band[] =>
  (['excellent', 'good', 'fair', 'poor'] as const).map((grade, n) => ({
    grade,
    to: edges[n] ?? end,
    share: 1,
  }))

/**
 * Bands with the best in the middle. `edges`: the lower ends of fair, good and excellent, then the upper ends of
 * excellent, good and fair.
 */
const middling = (edges: readonly [number, number, number, number, number, number], end: number): Band[] =>
  (['poor', 'fair', 'good', 'excellent', 'good', 'fair', 'poor'] as const).map((grade, n) => ({
    grade,
    to: edges[n] ?? end,
    share: grade === 'excellent' ? 2 : grade === 'poor' ? 1 : 0.5,
  }))

/**
 * Scales for the kinds that a public standard grades. The standards refer to averages over hours; live values are
 * compared with the same limits, and the page says so. Kinds without a scale show only their own limit: workplace
 * limits for NH3 say nothing about comfort, the right brightness or loudness depends on how a room is used, and gas
 * resistance, vape and aggression only have scales of their manufacturers.
 */
export const bandScales: Readonly<Record<string, BandScale>> = {
  // "Good" and "moderate" of the US air quality index as revised in 2024, divided by the WHO 2021 guideline for 24 h.
  particulate: { from: 0, bands: rising([9, 15, 35.4], 125.4), source: 'US EPA 2024, WHO 2021' },
  // Levels 1 to 3 of the German Environment Agency's guide values for indoor air, converted to ppb.
  TVOC: { from: 0, bands: rising([65, 220, 660], 2200), source: 'UBA' },
  // German workplace rule ASR A3.6, with 750 ppm from WELL. The value itself is estimated from TVOC.
  ECO2: { from: 400, bands: rising([750, 1000, 2000], 5000), source: 'ASR A3.6, WELL' },
  // "Good", "moderate" and "unhealthy for sensitive groups" of the US air quality index, 8 h.
  CO: { from: 0, bands: rising([4.4, 9.4, 12.4], 30.4), source: 'US EPA' },
  // The same, 1 h.
  NO2: { from: 0, bands: rising([53, 100, 360], 649), source: 'US EPA' },
  // "Excellent" and "good" as in the index; "light" and "moderate" pollution together are fair.
  IAQ: { from: 0, bands: rising([50, 100, 200], 500), source: 'Bosch IAQ' },
  // Categories A, B and C for classrooms and offices, summer and winter ranges combined.
  temperature: { from: 15, bands: middling([19, 20, 21, 25.5, 26, 27], 31), source: 'ISO 7730' },
  // Categories I, II and III for occupied rooms.
  humidity: { from: 0, bands: middling([20, 25, 30, 50, 60, 70], 100), source: 'EN 16798-1' },
}

export const gradeOrder: readonly Grade[] = ['poor', 'fair', 'good', 'excellent']

/** Returns the index of the band that contains a value. Values beyond the ends belong to the outermost bands. */
export function bandIndex(scale: BandScale, value: number): number {
  const last = scale.bands.length - 1
  const first = scale.bands.findIndex(({ to }) => value <= to)
  if (first < 0) return last
  const onEdge = scale.bands[first]?.to === value && first < last
  return onEdge && rank(scale, first + 1) > rank(scale, first) ? first + 1 : first
}

const rank = (scale: BandScale, index: number): number =>
  gradeOrder.indexOf(scale.bands[index]?.grade ?? 'poor')

export const gradeOf = (scale: BandScale, value: number): Grade =>
  scale.bands[bandIndex(scale, value)]?.grade ?? 'poor'

/** Returns the position of a value on the ruler, 0 to 1. Each band has its share of the width, regardless of its range. */
export function rulerPosition(scale: BandScale, value: number): number {
  const index = bandIndex(scale, value)
  const total = scale.bands.reduce((sum, { share }) => sum + share, 0)
  const before = scale.bands.slice(0, index).reduce((sum, { share }) => sum + share, 0)
  const band = scale.bands[index]
  if (!band) return 0
  const start = scale.bands[index - 1]?.to ?? scale.from
  const inside = Math.min(1, Math.max(0, (value - start) / (band.to - start)))
  return (before + inside * band.share) / total
}

/** Grades a reading, rounded as it is shown to the reader. undefined: no standard grades the kind. */
export function gradeShown(kind: string, value: number, measurement: Measurement): Grade | undefined {
  const scale = bandScales[kind]
  return scale && gradeOf(scale, valueAsShown(value, kind, measurement))
}

export interface GradedKind {
  kind: string
  grade: Grade
}

/**
 * Returns the kind with the worst grade among the values as shown, with that grade. undefined: none has a scale and a value.
 */
export function worstKind(
  values: Readonly<Record<string, number>>,
  measurement: Measurement,
): GradedKind | undefined {
  let worst: (GradedKind & { position: number }) | undefined
  for (const [kind, raw] of Object.entries(values)) {
    const scale = bandScales[kind]
    if (!scale) continue
    const value = valueAsShown(raw, kind, measurement)
    const grade = gradeOf(scale, value)
    const position = rulerPosition(scale, value)
    const order = worst ? gradeOrder.indexOf(grade) - gradeOrder.indexOf(worst.grade) : -1
    if (!worst || order < 0 || (order === 0 && position > worst.position)) worst = { kind, grade, position }
  }
  return worst && { kind: worst.kind, grade: worst.grade }
}
