import { userRoles } from '@eot/contract/user-roles'
import { type User, users } from '@eot/contract/users'
import { Mail, UserCheck, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { type BulkAction, BulkBar } from '../../lib/lists/bulk-bar.tsx'
import { useAllowed, useFeatures, useSession } from '../../session/use-session.tsx'

/** Selection of users, for those who may do something with several at once. */
export function useUserSelection() {
  const actions = useUserActions()
  if (actions.length === 0) return undefined
  return {
    nameOf: ({ FullName }: User) => FullName,
    bar: (rows: readonly User[], onSelect: (ids: readonly string[]) => void) => (
      <BulkBar
        rows={rows}
        nameOf={({ FullName }) => FullName}
        actions={actions}
        refreshes={[users, userRoles]}
        onSelect={onSelect}
      />
    ),
  }
}

function useUserActions(): BulkAction<User>[] {
  const { t } = useTranslation()
  const own = useSession().user.Id
  const mayEdit = useFeatures('/users').edit
  const mayResend = useAllowed('ResendPassword')
  const setActive = (IsActive: boolean) => (user: User) =>
    call(users.update, { params: { id: user.Id }, body: { IsActive } })
  const resend: BulkAction<User> = {
    icon: Mail,
    text: (count) => t('users.bulk.resend', { count }),
    applies: ({ Invitation, IsActive }) => IsActive && Invitation !== null,
    run: (user) => call(users.resendPassword, { params: { id: user.Id } }),
    done: (count) => t('users.bulk.resent', { count }),
  }
  const activate: BulkAction<User> = {
    icon: UserCheck,
    text: (count) => t('users.bulk.activate', { count }),
    applies: ({ IsActive }) => !IsActive,
    run: setActive(true),
    undo: setActive(false),
    done: (count) => t('users.bulk.activated', { count }),
  }
  const deactivate: BulkAction<User> = {
    icon: UserX,
    text: (count) => t('users.bulk.deactivate', { count }),
    applies: ({ Id, IsActive }) => IsActive && Id !== own,
    run: setActive(false),
    done: (count) => t('users.bulk.deactivated', { count }),
    question: (count) => ({
      title: t('users.bulk.deactivateTitle', { count }),
      text: t('users.bulk.deactivateText'),
      verb: t('users.deactivate.verb'),
    }),
  }
  return [...(mayResend ? [resend] : []), ...(mayEdit ? [activate, deactivate] : [])]
}
