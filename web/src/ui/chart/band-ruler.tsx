export interface RulerBand {
  /** Tells the bands of one ruler apart. */
  key: string
  /** A CSS colour, as a band's token. */
  colour: string
  /** Width beside the other bands. */
  share: number
}

interface BandRulerProps {
  bands: readonly RulerBand[]
  /** Index of the band the value is in. */
  active: number
  /** Where the value lies from the left, 0 to 1; null where there is none. */
  position: number | null
}

/** Where a value stands on its scale. The word of the band beside it carries the meaning. */
export function BandRuler({ bands, active, position }: BandRulerProps) {
  return (
    <span className="ruler" aria-hidden="true">
      {bands.map(({ key, colour, share }, index) => (
        <i
          key={key}
          className={index === active ? 'on' : undefined}
          style={{ flex: share, background: colour }}
        />
      ))}
      {position !== null && <b style={{ left: `${Math.min(1, Math.max(0, position)) * 100}%` }} />}
    </span>
  )
}
