import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllowed } from '../../session/use-session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { HistoryEntries, type HistoryOf } from './history-entries.tsx'

/** The history of a record as a card on its page. Renders nothing for users who may not read it. */
export function HistoryCard({ of, className }: { of: HistoryOf; className?: string }) {
  const { t } = useTranslation()
  const id = useId()
  if (!useAllowed('ViewHistory')) return null
  return (
    <section className={classNames('card', className)} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('history.title')}</h2>
      </header>
      <div className="body history">
        <HistoryEntries of={of} dayHeading="h3" />
      </div>
    </section>
  )
}
