import { roleText } from '../../domain/role-text.ts'
import '../../ui/drawer-form.css'
import { type User, users } from '@eot/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  NoticeSwitches,
  ProfileFields,
  type ProfileValues,
  profileWords,
} from '../../domain/profile-fields.tsx'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { ConflictDialog } from '../../lib/forms/conflict-dialog.tsx'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { showUser } from '../../session/session.ts'
import { useSession } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { showToast } from '../../ui/toast.ts'

/** The user's profile and notices, which they edit themselves. */
export function ProfileCard() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<User>()
  const queryClient = useQueryClient()
  // The session may be older than the last change of an administrator.
  const read = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...queryOf(users.me), staleTime: 0 }),
    onSuccess: setEdited,
    onError: (error) => showToast(failureText(error), { urgent: true }),
  })
  return (
    <section className="card" aria-label={t('account.person')}>
      <header>
        <h2>{t('account.person')}</h2>
        <span className="spacer" />
        {!edited && (
          <Button size="sm" disabled={read.isPending} onClick={() => read.mutate()}>
            {t('account.edit')}
          </Button>
        )}
      </header>
      {edited ? <ProfileForm user={edited} onDone={() => setEdited(undefined)} /> : <ProfileFacts />}
    </section>
  )
}

function ProfileFacts() {
  const { t } = useTranslation()
  const { user } = useSession()
  const ways = [user.EmailEnabled && t('users.told.email'), user.TextEnabled && t('users.told.text')]
  const told = user.NotificationsEnabled ? ways.filter(Boolean).join(', ') : ''
  const facts = [
    [t('account.name'), user.FullName],
    [t('account.userTitle'), user.UserTitle],
    [t('account.email'), user.Email],
    [t('account.phone'), user.PhoneNumber],
    [t('account.role'), roleText(user.UserRole.Name)],
    [t('account.site'), user.Site.Name],
    [t('account.notices'), told || t('account.noNotices')],
  ] as const
  return (
    <dl className="body account-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const valuesOf = (user: User): ProfileValues => ({
  FullName: user.FullName,
  UserTitle: user.UserTitle ?? '',
  PhoneNumber: user.PhoneNumber ?? '',
  NotificationsEnabled: user.NotificationsEnabled,
  EmailEnabled: user.EmailEnabled,
  TextEnabled: user.TextEnabled,
})

function ProfileForm({ user: read, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation()
  // The display settings beside the form save the same record.
  const { user: shown } = useSession()
  const user = shown.Version > read.Version ? shown : read
  const form = useBodyForm<ProfileValues, typeof users.update>({
    endpoint: users.update,
    initial: valuesOf(user),
    request: (body) => ({ params: { id: user.Id }, body }),
    messages: { FullName: t('users.form.nameMissing') },
    refreshes: [users],
    edit: {
      version: user.Version,
      values: valuesOf,
      fields: profileWords(),
    },
    onSaved(saved) {
      showUser(saved)
      showToast(t('account.saved'))
    },
    onDone,
  })
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="body drawer-form profile-form">
      <ProfileFields form={form} />
      <div>
        <NoticeSwitches form={form} />
      </div>
      <FormFailure text={form.failure} />
      <div className="row">
        <Button variant="primary" type="submit" disabled={form.busy}>
          {t(form.busy ? 'users.form.saving' : 'users.form.save')}
        </Button>
        <Button onClick={onDone}>{t('action.cancel')}</Button>
      </div>
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
      <LeaveGuard active={form.dirty} changes={form.changes} />
    </form>
  )
}
