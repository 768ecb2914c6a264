export interface RulerBand {
  /** Unique within the ruler. */
  key: string
  /** A CSS color, such as the token of a band. */
  color: string
  /** Relative width. */
  share: number
}

interface BandRulerProps {
  bands: readonly RulerBand[]
  /** Index of the band that contains the value. */
  active: number
  /** Position of the value from the left, 0 to 1. null: no value. */
  position: number | null
}

/** Shows where a value is on its scale. The grade beside it gives the meaning in words. */
export function BandRuler({ bands, active, position }: BandRulerProps) {
  return (
    <span className="ruler" aria-hidden="true">
      {bands.map(({ key, color, share }, index) => (
        <i
          key={key}
          className={index === active ? 'on' : undefined}
          style={{ flex: share, background: color }}
        />
      ))}
      {position !== null && <b style={{ left: `${Math.min(1, Math.max(0, position)) * 100}%` }} />}
    </span>
  )
}
