import { userRoles } from '@eot/contract/user-roles'
import { type User, users } from '@eot/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { profileWords, switchWord } from '../../domain/profile-fields.tsx'
import { roleText } from '../../domain/role-text.ts'
import { useSiteText } from '../../domain/use-site-choices.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { queryOf } from '../../lib/api/query.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { dayText } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { showUser } from '../../session/session.ts'
import { useFeatures, useSession } from '../../session/use-session.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { showToast } from '../../ui/toast.ts'
import { UserActions } from './user-actions.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserFields, type UserValues, valuesOf } from './user-fields.tsx'

interface UserDrawerProps {
  id: string
  /** The row the drawer was opened from. */
  known: User | undefined
  siteId: string
  onClose: () => void
}

/** A user beside the list: a form, or only the facts if the signed-in user may not edit them. */
export function UserDrawer({ id, known, siteId, onClose }: UserDrawerProps) {
  const { t } = useTranslation()
  const session = useSession()
  const mayEdit = useFeatures('/users').edit
  const query = useQuery({ ...queryOf(users.get, { params: { id } }), ...(known && { initialData: known }) })
  const roles = useQuery(queryOf(userRoles.all, {})).data
  const user = query.data
  const rank = roles?.find(({ Id }) => Id === user?.UserRole.Id)?.Priority
  const isOwn = id === session.user.Id
  const isEditable = rank !== undefined && (isOwn || (mayEdit && rank <= session.priority))
  const isGone = query.error instanceof ApiError && query.error.status === 404
  // If a refresh fails for another reason, the form stays, with what has been typed.
  if (user && isEditable && !isGone)
    return <UserForm user={user} siteId={siteId} isOwn={isOwn} onClose={onClose} />
  return (
    <DetailsDrawer
      label={t('users.details')}
      id={id}
      query={query}
      gone={t('users.gone')}
      onClose={onClose}
      head={
        user && (
          <>
            <Avatar name={user.FullName} />
            <h2>{user.FullName}</h2>
          </>
        )
      }
    >
      {(read) => (
        <>
          <UserFacts user={read} />
          <HistorySection of={{ subject: id }} />
          {mayEdit && rank !== undefined && (
            <section>
              <p className="hint">{t('users.aboveOwn')}</p>
            </section>
          )}
        </>
      )}
    </DetailsDrawer>
  )
}

interface UserFormProps {
  user: User
  siteId: string
  isOwn: boolean
  onClose: () => void
}

function UserForm({ user, siteId, isOwn, onClose }: UserFormProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  const form = useBodyForm<UserValues, typeof users.update>({
    endpoint: users.update,
    initial: valuesOf(user),
    request: (values) => ({ params: { id: user.Id }, body: isOwn ? ownFieldsOf(values) : values }),
    messages: { FullName: t('users.form.nameMissing') },
    places: {
      email_taken: 'Email',
      site_not_found: 'Site',
      role_above_own: 'UserRole',
      last_administrator: 'UserRole',
      last_system_administrator: 'UserRole',
    },
    refreshes: [users, userRoles],
    edit: {
      version: user.Version,
      values: valuesOf,
      fields: {
        ...profileWords(),
        Email: { label: t('users.form.email') },
        UserRole: { label: t('users.column.role'), text: useRoleText() },
        Site: { label: t('users.form.site'), text: useSiteText(siteId) },
        ForceUserTwoFactorAuth: { label: t('users.form.force'), text: switchWord },
      },
    },
    onSaved(saved) {
      if (isOwn) showUser(saved)
      showToast(t('users.form.saved', { name: saved.FullName }))
    },
    onDone: onClose,
  })
  const since = dayText(user.CreatedAt, zone, now)
  return (
    <FormDrawer
      part="user"
      title={user.FullName}
      mark={<Avatar name={user.FullName} />}
      intro={t('users.since', { site: user.Site.Name, date: since })}
      form={form}
      save={t('users.form.save')}
      saving={t('users.form.saving')}
      onClose={onClose}
    >
      <UserFields form={form} siteId={siteId} isOwn={isOwn} />
      <UserFacts user={user} inForm />
      <HistorySection of={{ subject: user.Id }} />
      {!isOwn && <UserActions user={user} onChanged={onClose} />}
    </FormDrawer>
  )
}

const ownFieldsOf = (values: UserValues) => ({
  FullName: values.FullName,
  UserTitle: values.UserTitle,
  PhoneNumber: values.PhoneNumber,
  NotificationsEnabled: values.NotificationsEnabled,
  EmailEnabled: values.EmailEnabled,
  TextEnabled: values.TextEnabled,
})

function useRoleText() {
  const roles = useQuery(queryOf(userRoles.all, {})).data ?? []
  return (id: string) => roleText(roles.find(({ Id }) => Id === id)?.Name ?? '')
}
