import { type Kind, kindNames } from './kinds.ts'

/** Maps a column of a recording to a sensor kind, with a factor. */
export interface ColumnMapping {
  /** Case-insensitive. */
  readonly column: string
  readonly kind: Kind
  readonly scale: number
}

/** Common column names in room recordings, and the names of the kinds themselves. */
export const defaultMapping: readonly ColumnMapping[] = [
  ...kindNames.map((kind) => ({ column: kind, kind, scale: 1 })),
  { column: 'co2', kind: 'ECO2', scale: 1 },
  // Passive infrared sensors report seconds with motion, out of thirty.
  { column: 'pir', kind: 'motion', scale: 100 / 30 },
]

/** Parses a mapping such as `co2=ECO2,pir=motion*3.3333333`. Throws RangeError with the invalid part. */
export function parseMapping(text: string): ColumnMapping[] {
  return text.split(',').map((part) => {
    const match = /^\s*([^=]+?)\s*=\s*(\w+)\s*(?:\*\s*(-?[\d.]+(?:e-?\d+)?))?\s*$/i.exec(part)
    const [, column, kindText, scaleText] = match ?? []
    const kind = kindNames.find((one) => one === kindText)
    const scale = scaleText === undefined ? 1 : Number(scaleText)
    if (column === undefined || kind === undefined || !Number.isFinite(scale)) {
      throw new RangeError(`cannot read the mapping "${part}": expected column=kind or column=kind*factor`)
    }
    return { column, kind, scale }
  })
}

/** Rounds to six significant digits; sensors are no more precise than that. */
export function sixDigits(value: number): number {
  return Number(value.toPrecision(6))
}
