import './fact-list.css'
import type { ReactNode } from 'react'

export type Fact = [name: string, value: ReactNode]

/** Names and values, as in a drawer. Facts whose value is undefined or null are left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="fact-list">
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
