import { userRoles } from '@eot/contract/user-roles'
import { type User, users } from '@eot/contract/users'
import { Mail, UserCheck, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { switchActions } from '../../lib/lists/bulk-actions.ts'
import type { BulkAction } from '../../lib/lists/bulk-bar.tsx'
import { bulkSelection } from '../../lib/lists/bulk-selection.tsx'
import { useAllowed, useFeatures, useSession } from '../../session/use-session.tsx'
import { useLeftBehind } from './use-left-behind.ts'

/** Selection of users, for those who may do something with several at once. */
export function useUserSelection() {
  const actions = useUserActions()
  return bulkSelection({ nameOf: ({ FullName }: User) => FullName, actions, refreshes: [users, userRoles] })
}

function useUserActions(): BulkAction<User>[] {
  const { t } = useTranslation()
  const own = useSession().user.Id
  const mayEdit = useFeatures('/users').edit
  const mayResend = useAllowed('ResendPassword')
  const resend: BulkAction<User> = {
    icon: Mail,
    text: (count) => t('users.bulk.resend', { count }),
    applies: ({ Invitation, IsActive }) => IsActive && Invitation !== null,
    run: (user) => call(users.resendPassword, { params: { id: user.Id } }),
    done: (count) => t('users.bulk.resent', { count }),
  }
  const switches = switchActions<User>({
    say: (what, count) => t(`users.bulk.${what}`, { count }),
    setActive: ({ Id }, IsActive) => call(users.update, { params: { id: Id }, body: { IsActive } }),
    mayDeactivate: ({ Id }) => Id !== own,
    question: (chosen) => ({
      title: t('users.bulk.deactivateTitle', { count: chosen.length }),
      text: <DeactivationText userIds={chosen.map(({ Id }) => Id)} />,
      verb: t('users.deactivate.verb'),
    }),
    icons: [UserCheck, UserX],
  })
  return [...(mayResend ? [resend] : []), ...(mayEdit ? switches : [])]
}

/** The effects of deactivating these users, with the subscriptions and lists that then reach nobody. */
function DeactivationText({ userIds }: { userIds: readonly string[] }) {
  const { t } = useTranslation()
  return [t('users.bulk.deactivateText'), ...useLeftBehind(userIds)].join(' ')
}
