import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllowed } from '../../session/use-session.tsx'
import { HistoryEntries, type HistoryOf } from './history-entries.tsx'

/** The history of a record in its drawer. Renders nothing for users who may not read it. */
export function HistorySection({ of }: { of: HistoryOf }) {
  const { t } = useTranslation()
  const id = useId()
  if (!useAllowed('ViewHistory')) return null
  return (
    <section className="history" aria-labelledby={id}>
      <h3 id={id}>{t('history.title')}</h3>
      <HistoryEntries of={of} dayHeading="h4" />
    </section>
  )
}
