import type { ReactNode } from 'react'

interface StatusProps {
  title: string
  text: string
  action: ReactNode
}

/** A title, one sentence and one action. */
export function StatusCard({ title, text, action }: StatusProps) {
  return (
    <section className="card status-card">
      <FlatLine />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      <div className="row wrap">{action}</div>
    </section>
  )
}

/** A signal that goes flat: no data from there on. */
function FlatLine() {
  return (
    <svg viewBox="0 0 360 72" aria-hidden="true" className="status-line">
      <path
        d="M0 44 20 44 28 40 36 46 46 42 58 44 66 44 74 22 82 60 90 34 98 46 106 44 140 44 150 38 158 47 166 43 176 44"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M184 44H360"
        stroke="var(--line-2)"
        strokeWidth="2"
        strokeDasharray="3 7"
        strokeLinecap="round"
      />
      <circle cx="176" cy="44" r="3.5" fill="var(--accent)" />
    </svg>
  )
}
