import { type Kind, kindNames } from './kinds.ts'

/** Which column of a recording becomes which kind, and by what factor. */
export interface ColumnMapping {
  /** Compared without regard to case. */
  readonly column: string
  readonly kind: Kind
  readonly scale: number
}

/** Names that recordings of rooms use; a column called like a kind stands for that kind. */
export const defaultMapping: readonly ColumnMapping[] = [
  ...kindNames.map((kind) => ({ column: kind, kind, scale: 1 })),
  { column: 'co2', kind: 'ECO2', scale: 1 },
  // Seconds with motion out of thirty, as passive infrared sensors count.
  { column: 'pir', kind: 'motion', scale: 100 / 30 },
]

/** Reads `co2=ECO2,pir=motion*3.3333333`. Throws RangeError naming the part it cannot read. */
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

/** Devices do not measure more digits than this, and recordings should not pretend to. */
export function sixDigits(value: number): number {
  return Number(value.toPrecision(6))
}
