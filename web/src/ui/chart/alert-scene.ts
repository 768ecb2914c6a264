/** [start of the bucket in epoch ms, mean, lowest, highest, number of samples] */
export type BucketPoint = readonly [ms: number, mean: number, min: number, max: number, count: number]

export interface AlertChartProps {
  /** Ascending by time. */
  points: readonly BucketPoint[]
  /** Edges of the chart. Omitted: those of the points. */
  fromMs?: number
  toMs?: number
  raiseLevel: number | null
  clearLevel: number | null
  startMs: number
  /** null: ongoing. */
  endMs: number | null
  unit: string
  /** Formats a value, without its unit. */
  text: (value: number) => string
  /** Formats a level of the rule, without its unit. */
  levelText: (level: number) => string
  /** A CSS color, such as the token of a kind. */
  color: string
  timeZone: string
  /** What the chart shows, such as "Vape, Boys Restroom 2F". */
  label: string
  /** Longer gaps are never bridged. Omitted: three times the usual spacing of the points. */
  longestGapMs?: number
  height?: number
}
