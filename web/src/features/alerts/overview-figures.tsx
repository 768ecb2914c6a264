import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText } from '../../texts/number-format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

interface OverviewFiguresProps {
  total: number
  /** undefined: not known yet. */
  ongoing?: number | undefined
  unconfirmed?: number | undefined
  median?: string | undefined
  note: string
  /** How to use the chart below. Shown if space permits. */
  hint?: string
  /** Content at the end of the line. */
  end: ReactNode
}

export function OverviewFigures(props: OverviewFiguresProps) {
  const { total, ongoing, unconfirmed, median, note, hint, end } = props
  const { t } = useTranslation()
  return (
    <div className="sumline">
      <Figure count={total} words={t('alerts.total', { count: total })} />
      {ongoing !== undefined && (
        <Figure count={ongoing} words={t('alerts.ongoing', { count: ongoing })} alarming={ongoing > 0} />
      )}
      {unconfirmed !== undefined && (
        <Figure count={unconfirmed} words={t('alerts.unconfirmed', { count: unconfirmed })} />
      )}
      {median !== undefined && (
        <span className="hide-narrow">{t('alerts.median', { duration: median })}</span>
      )}
      <span className="spacer" />
      <span className="faint hide-narrow">{note}</span>
      {hint && <span className="faint hide-narrow zoom-hint">{hint}</span>}
      {end}
    </div>
  )
}

/** A count in bold with its label. */
function Figure({ count, words, alarming }: { count: number; words: string; alarming?: boolean }) {
  return (
    <span>
      <b className={alarming ? 'fg-critical' : undefined}>{numberText(count)}</b> {words}
    </span>
  )
}

/** Reserves space so that the list does not move when the figures load. */
export function OverviewSkeleton() {
  return (
    <>
      <div className="sumline">
        <Skeleton width="min(320px, 80%)" height={18} />
      </div>
      <div className="histw">
        <div className="histogram-room" />
      </div>
    </>
  )
}
