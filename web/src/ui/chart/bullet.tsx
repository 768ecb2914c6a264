interface BulletProps {
  value: number
  /** Marked by a vertical line. */
  level: number | null
  /** Values at the left and right ends of the bar. */
  min?: number
  max: number
  /** A CSS color, such as the token of a kind. */
  color: string
}

/** A value as a bar with its limit, small enough for a table row. The numbers beside it say the same. */
export function Bullet({ value, level, min = 0, max, color }: BulletProps) {
  const percent = (at: number) => `${Math.min(100, Math.max(0, ((at - min) / (max - min || 1)) * 100))}%`
  return (
    <span className="bullet" style={{ '--kc': color }} aria-hidden="true">
      <i style={{ width: percent(value) }} />
      {level !== null && <b style={{ left: percent(level) }} />}
    </span>
  )
}
