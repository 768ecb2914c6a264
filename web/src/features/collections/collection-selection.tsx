import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { deleteAction, switchActions } from '../../lib/lists/bulk-actions.ts'
import type { BulkAction } from '../../lib/lists/bulk-bar.tsx'
import { bulkSelection } from '../../lib/lists/bulk-selection.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import type { CollectionKind, CollectionRow } from './collection-kind.ts'

/** Selection of groups or lists, for users who may do something with several at once. */
export function useCollectionSelection({ words, endpoints, list }: CollectionKind) {
  const { t } = useTranslation()
  const may = useFeatures(list.path)
  const switches = switchActions<CollectionRow>({
    say: (what, count) => t(`collections.${words}.bulk.${what}`, { count }),
    setActive: ({ Id }, IsActive) => call(endpoints.update, { params: { id: Id }, body: { IsActive } }),
  })
  const remove = deleteAction<CollectionRow>({
    say: (what, count) => t(`collections.${words}.bulk.${what}`, { count }),
    remove: ({ Id }) => call(endpoints.remove, { params: { id: Id } }),
  })
  const actions: BulkAction<CollectionRow>[] = [
    ...(may.edit ? switches : []),
    ...(may.delete ? [remove] : []),
  ]
  return bulkSelection({ nameOf: ({ Name }: CollectionRow) => Name, actions, refreshes: [endpoints] })
}
