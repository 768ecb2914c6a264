import { type SystemMessageRow, systemMessages } from '@eot/contract/system-messages'
import { FilePen, Megaphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { deleteAction, switchActions } from '../../lib/lists/bulk-actions.ts'
import type { BulkAction } from '../../lib/lists/bulk-bar.tsx'
import { bulkSelection } from '../../lib/lists/bulk-selection.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import { messageList } from './message-list.ts'

/** Selection of messages, for users who may do something with several at once. */
export function useMessageSelection() {
  const { t } = useTranslation()
  const may = useFeatures(messageList.path)
  const switches = switchActions<SystemMessageRow>({
    say: (what, count) => t(`messages.bulk.${what}`, { count }),
    setActive: ({ Id }, IsActive) => call(systemMessages.update, { params: { id: Id }, body: { IsActive } }),
    icons: [Megaphone, FilePen],
  })
  const remove = deleteAction<SystemMessageRow>({
    say: (what, count) => t(`messages.bulk.${what}`, { count }),
    remove: ({ Id }) => call(systemMessages.remove, { params: { id: Id } }),
  })
  const actions: BulkAction<SystemMessageRow>[] = [
    ...(may.edit ? switches : []),
    ...(may.delete ? [remove] : []),
  ]
  return bulkSelection({
    nameOf: ({ Title }: SystemMessageRow) => Title,
    actions,
    refreshes: [systemMessages],
  })
}
