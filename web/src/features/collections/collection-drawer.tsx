import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import {
  type CollectionRecord,
  type CollectionRow,
  type CollectionWords,
  membersOf,
} from './collection-kind.ts'

interface CollectionDrawerProps {
  words: CollectionWords
  id: string
  query: UseQueryResult<CollectionRecord>
  known: CollectionRow | undefined
  onClose: () => void
}

/** The members of a device group or user list, for users who may not edit it. */
export function CollectionDrawer({ words, id, query, known, onClose }: CollectionDrawerProps) {
  const { t } = useTranslation()
  const row = query.data ?? known
  return (
    <DetailsDrawer
      label={row?.Name ?? t(`collections.${words}.title`)}
      id={id}
      query={query}
      gone={t(`collections.${words}.gone`)}
      onClose={onClose}
      head={
        row && (
          <div className="d-title">
            <h2>{row.Name}</h2>
            <p className="muted">{row.Site.Name}</p>
          </div>
        )
      }
    >
      {(record) => (
        <>
          <Members words={words} record={record} />
          <HistorySection of={{ subject: id }} />
        </>
      )}
    </DetailsDrawer>
  )
}

function Members({ words, record }: { words: CollectionWords; record: CollectionRecord }) {
  const { t } = useTranslation()
  const members = membersOf(record)
  return (
    <section>
      <h3>
        {t(`collections.${words}.members`)}
        <span className="note">{members.length}</span>
      </h3>
      {members.length === 0 ? (
        <p className="muted">{t(`collections.${words}.noMembers`)}</p>
      ) : (
        <ul>
          {members.map(({ Id, Name }) => (
            <li key={Id}>{Name}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
