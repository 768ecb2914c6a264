/** [start of the bucket in epoch ms, mean, lowest, highest, number of samples] */
export type BucketPoint = readonly [ms: number, mean: number, min: number, max: number, count: number]

export interface AlertChartProps {
  /** Ascending in time. */
  points: readonly BucketPoint[]
  /** Edges of the chart; absent: those of the points. */
  fromMs?: number
  toMs?: number
  raiseLevel: number | null
  clearLevel: number | null
  startMs: number
  /** null: still going on. */
  endMs: number | null
  unit: string
  /** A value in words, without its unit. */
  text: (value: number) => string
  /** A CSS colour, as a token of the kind. */
  colour: string
  timeZone: string
  /** What is shown, as "Vape, Boys Restroom 2F". */
  label: string
  /** A longer pause is never bridged; absent: three times the usual spacing of the points. */
  longestGapMs?: number
  height?: number
}
