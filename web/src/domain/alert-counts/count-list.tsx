import { numberText } from '../../texts/number-format.ts'
import './activity.css'
import type { AlertCount } from '@eot/contract/alert-counts'
import { chanceOfChange } from '@eot/contract/chance'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Panel } from '../panel.tsx'

/** A change that chance causes in fewer than one of 20 periods is set in bold. */
const rareChance = 0.05

interface CountListProps {
  title: string
  note?: string
  counts: UseQueryResult<AlertCount[]>
  /** Counts of the preceding period. */
  before: UseQueryResult<AlertCount[]>
  color: (count: AlertCount) => string
  name: (count: AlertCount) => ReactNode
  empty: string
}

/** Counts as bars, the highest first, each with its change since the preceding period. */
export function CountList({ title, note, counts, before, color, name, empty }: CountListProps) {
  return (
    <section className="card count-list">
      <header>
        <h2>{title}</h2>
        {note && <span className="note">{note}</span>}
      </header>
      <Panel query={counts} skeleton={<SkeletonRows rows={5} />}>
        {(found) =>
          found.length === 0 ? (
            <p className="muted count-none">{empty}</p>
          ) : (
            <ol>
              {found.map((count) => (
                <li key={count.Id}>
                  <span className="count-name">{name(count)}</span>
                  <CountBar
                    count={count}
                    most={found[0]?.Count ?? 1}
                    before={countOf(before.data, count.Id)}
                    color={color(count)}
                  />
                  <b>{numberText(count.Count)}</b>
                  <Change count={count.Count} before={countOf(before.data, count.Id)} />
                </li>
              ))}
            </ol>
          )
        }
      </Panel>
    </section>
  )
}

/** undefined: not known. Once the counts of a period are known, an id that is missing from them has the count 0. */
const countOf = (counts: AlertCount[] | undefined, id: string) =>
  counts && (counts.find(({ Id }) => Id === id)?.Count ?? 0)

function CountBar(props: { count: AlertCount; most: number; before: number | undefined; color: string }) {
  const { count, most, before, color } = props
  const share = (value: number) => `${Math.min(100, (value / most) * 100)}%`
  return (
    <span className="count-bar" aria-hidden="true">
      <i style={{ width: share(count.Count), background: color }} />
      {before !== undefined && before > 0 && <i className="count-before" style={{ left: share(before) }} />}
    </span>
  )
}

function Change({ count, before }: { count: number; before: number | undefined }) {
  const { t } = useTranslation()
  if (before === undefined) return <span />
  const change = count - before
  // A real minus, which is as wide as the plus of the other lines.
  const text = numberText(change, { signDisplay: 'exceptZero' }).replace('-', '−')
  const label = t('activity.changeLabel', { change: text, before })
  return (
    <span className={chanceOfChange(count, before) < rareChance ? 'change rare' : 'change'} title={label}>
      <span aria-hidden="true">{text}</span>
      <span className="vh">{label}</span>
    </span>
  )
}
