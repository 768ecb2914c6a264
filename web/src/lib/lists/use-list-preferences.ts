import { type ListPreferences, listPreferences } from '@eot/contract/list-preferences'
import { pageOf } from '@eot/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toast.ts'
import { call } from '../api/api.ts'
import { failureText } from '../api/failure-text.ts'
import { queryOf } from '../api/query.ts'

const none: ListPreferences = { Hidden: [], Density: 'Comfortable', Views: [] }

/** Changes are saved one after the other, since each is based on the stored preferences. */
let saving: Promise<unknown> = Promise.resolve()

/** The user's preferences for the list of a page: hidden columns, density and saved views. Stored on the server. */
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

  const show = (shown: ListPreferences) => queryClient.setQueryData(read.queryKey, shown)

  /**
   * Applies at once, and is merged with changes of other tabs when saved. If the server refuses, the previous preferences
   * are restored.
   */
  async function save(change: (before: ListPreferences) => Partial<ListPreferences>): Promise<void> {
    show({ ...preferences, ...change(preferences) })
    const saved = saving.then(async () => {
      const body = change(await call(listPreferences.get, { params }))
      const stored = await call(listPreferences.put, { params, body })
      // A later change may already be shown.
      if (saving === settled) show(stored)
    })
    const settled = saved.catch(() => undefined) // handled below
    saving = settled
    try {
      await saved
    } catch (error) {
      show(preferences)
      showToast(t('list.view.notSaved', { reason: failureText(error) }), { urgent: true })
    }
  }

  return { preferences, save }
}
