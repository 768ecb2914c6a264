interface BulletProps {
  value: number
  /** Marked by an upright line. */
  level: number | null
  /** Left and right end of the bar. */
  min?: number
  max: number
  /** A CSS colour, as a token of the kind. */
  colour: string
}

/** A value as a bar with its limit, small enough for a table row; the numbers beside it say the same. */
export function Bullet({ value, level, min = 0, max, colour }: BulletProps) {
  const percent = (at: number) => `${Math.min(100, Math.max(0, ((at - min) / (max - min || 1)) * 100))}%`
  return (
    <span className="bullet" style={{ '--kc': colour }} aria-hidden="true">
      <i style={{ width: percent(value) }} />
      {level !== null && <b style={{ left: percent(level) }} />}
    </span>
  )
}
