import { userRoles } from '@eot/contract/user-roles'
import { users } from '@eot/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { showToast } from '../../ui/toast.ts'
import { UserFields, type UserValues } from './user-fields.tsx'

interface InviteDrawerProps {
  siteId: string
  onClose: () => void
}

const empty: Omit<UserValues, 'Site' | 'UserRole'> = {
  FullName: '',
  UserTitle: '',
  Email: '',
  PhoneNumber: '',
  ForceUserTwoFactorAuth: false,
  NotificationsEnabled: true,
  EmailEnabled: true,
  TextEnabled: false,
}

/** Invites a user, who gets a temporary password by email. The lowest role is chosen at first. */
export function InviteDrawer({ siteId, onClose }: InviteDrawerProps) {
  const lowest = useQuery(queryOf(userRoles.all, {})).data?.at(-1)
  return lowest && <InviteForm siteId={siteId} roleId={lowest.Id} onClose={onClose} />
}

function InviteForm({ siteId, roleId, onClose }: InviteDrawerProps & { roleId: string }) {
  const { t } = useTranslation()
  const form = useBodyForm<UserValues, typeof users.create>({
    endpoint: users.create,
    initial: { ...empty, UserRole: roleId, Site: siteId },
    request: (body) => ({ body }),
    messages: { FullName: t('users.form.nameMissing') },
    places: { email_taken: 'Email', site_not_found: 'Site', role_above_own: 'UserRole' },
    refreshes: [users, userRoles],
    onSaved(user) {
      showToast(t('users.form.invited', { email: user.Email }))
    },
    onDone: onClose,
  })
  return (
    <FormDrawer
      title={t('users.add')}
      intro={t('users.form.inviteIntro')}
      form={form}
      save={t('users.form.invite')}
      saving={t('users.form.inviting')}
      onClose={onClose}
    >
      <UserFields form={form} siteId={siteId} />
    </FormDrawer>
  )
}
