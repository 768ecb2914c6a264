import type { Named } from '@eot/contract/wire'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import type { CollectionRow } from './collection-cells.tsx'
import type { CollectionWords } from './collection-fields.tsx'

interface CollectionDrawerProps {
  words: CollectionWords
  id: string
  query: UseQueryResult<CollectionRow>
  known: CollectionRow | undefined
  members: readonly Named[] | undefined
  /** The form, for users who may edit, once the record is known. */
  form: ReactNode
  onClose: () => void
}

/** A device group or user list beside its list: a form, or its members for those who may only view it. */
export function CollectionDrawer(props: CollectionDrawerProps) {
  const { words, id, query, known, members = [], form, onClose } = props
  const { t } = useTranslation()
  if (form) return form
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
      {() => (
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
      )}
    </DetailsDrawer>
  )
}
