import '../compared.css'
import type { LaneLine } from './lanes.ts'

/** The name of a device, with its letter in the chart. */
export function LineName({ line: { name, look } }: { line: LaneLine }) {
  return (
    <span className="line-name" style={{ '--sc': look.color }}>
      {look.letter && (
        <span className="letter" aria-hidden="true">
          {look.letter}
        </span>
      )}
      {name}
    </span>
  )
}
