import { subscriptions } from '@eot/contract/subscriptions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadingEditor } from '../../domain/terms/reading-editor.tsx'
import type { EditorProps } from '../../domain/terms/term-editor.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useSitePath } from '../../session/current-site.ts'
import { EditForm, NewForm } from './subscription-editor.tsx'

/** The editor with a new subscription of the current site. */
export function NewSubscription(props: EditorProps) {
  return (
    <Reading query={useSitePath()} {...props}>
      {({ siteId: Id, name: Name }) => <NewForm key={Id} {...props} site={{ Id, Name }} />}
    </Reading>
  )
}

/** The editor with a copy of a subscription. */
export function CopySubscription({ id, ...props }: EditorProps & { id: string }) {
  return (
    <Reading query={useSubscription(id)} {...props}>
      {(copyOf) => <NewForm {...props} site={copyOf.Site} copyOf={copyOf} />}
    </Reading>
  )
}

export function EditSubscription({ id, ...props }: EditorProps & { id: string }) {
  return (
    <Reading query={useSubscription(id)} {...props}>
      {(subscription) => <EditForm {...props} subscription={subscription} />}
    </Reading>
  )
}

const useSubscription = (id: string) => useQuery(queryOf(subscriptions.get, { params: { id } }))

function Reading<T>(props: EditorProps & { query: UseQueryResult<T>; children: (value: T) => ReactNode }) {
  const { t } = useTranslation()
  return (
    <ReadingEditor
      {...props}
      title={t('subscriptions.title')}
      gone={t('subscriptions.gone')}
      back={t('subscriptions.editor.back')}
    />
  )
}
