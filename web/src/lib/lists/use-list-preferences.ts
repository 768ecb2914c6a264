import { type ListPreferences, listPreferences } from '@eot/contract/list-preferences'
import { pageOf } from '@eot/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toast.tsx'
import { call } from '../api/api.ts'
import { failureText } from '../api/failure-text.ts'
import { queryOf } from '../api/query.ts'

const none: ListPreferences = { Hidden: [], Density: 'Comfortable', Views: [] }

/** How the user shows the list of a page: hidden columns, density and saved views. Kept on the server. */
export function useListPreferences(path: string | undefined) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const params = { list: pageOf(path ?? '') }
  const read = queryOf(listPreferences.get, { params })
  const { data: preferences = none } = useQuery({
    ...read,
    enabled: path !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

  /** Applies at once. If the server refuses, the previous ones are restored. */
  async function save(change: Partial<ListPreferences>): Promise<void> {
    const next = { ...preferences, ...change }
    queryClient.setQueryData(read.queryKey, next)
    try {
      await call(listPreferences.put, { params, body: next })
    } catch (error) {
      queryClient.setQueryData(read.queryKey, preferences)
      showToast(t('list.view.notSaved', { reason: failureText(error) }), { urgent: true })
    }
  }

  return { preferences, save }
}
