import { userRoles } from '@eot/contract/user-roles'
import { type User, users } from '@eot/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useAllowed, useFeatures } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { useLeftBehind } from './use-left-behind.ts'

interface UserActionsProps {
  user: User
  /** Called after a change, which makes the form beside it out of date. */
  onChanged: () => void
}

/** An administrator's actions for a user besides editing: passwords, second factor, deactivating and deleting. */
export function UserActions({ user, onChanged }: UserActionsProps) {
  const { t } = useTranslation()
  const features = useFeatures('/users')
  const mayReset = useAllowed('ResetTwoFactor')
  const params = { id: user.Id }
  const name = user.FullName
  const left = useLeftBehind([user.Id])
  const withLeft = (text: string) => [text, ...left].join(' ')
  const refreshes = [users, userRoles]
  return (
    <div className="row wrap user-actions">
      <ResendButton user={user} />
      {mayReset && user.TwoFactor === 'On' && (
        <DestroyButton
          text={t('users.resetTwoFactor.verb')}
          confirm={{
            title: t('users.resetTwoFactor.title', { name }),
            text: t('users.resetTwoFactor.text'),
          }}
          run={() => call(users.resetTwoFactor, { params }).then(onChanged)}
          done={() => t('users.resetTwoFactor.done', { name })}
          refreshes={refreshes}
        />
      )}
      {user.IsActive ? (
        <DestroyButton
          text={t('users.deactivate.verb')}
          confirm={{
            title: t('users.deactivate.title', { name }),
            text: withLeft(t('users.deactivate.text')),
          }}
          run={() => call(users.update, { params, body: { IsActive: false } }).then(onChanged)}
          done={() => t('users.deactivate.done', { name })}
          refreshes={refreshes}
        />
      ) : (
        <ActivateButton user={user} onChanged={onChanged} />
      )}
      {features.delete && (
        <DestroyButton
          text={t('users.delete.verb')}
          confirm={{
            title: t('users.delete.title', { name }),
            text: withLeft(t('users.delete.text')),
          }}
          deletes={user.Id}
          run={() => call(users.delete, { params }).then(onChanged)}
          done={() => t('users.delete.done', { name })}
          refreshes={refreshes}
        />
      )}
    </div>
  )
}

function ResendButton({ user }: { user: User }) {
  const { t } = useTranslation()
  const resend = useUserAction({
    run: () => call(users.resendPassword, { params: { id: user.Id } }),
    done: t(user.Invitation ? 'users.resend.invited' : 'users.resend.done', { email: user.Email }),
  })
  if (!useAllowed('ResendPassword') || !user.IsActive) return null
  return (
    <Button size="sm" disabled={resend.isPending} onClick={() => resend.mutate()}>
      {t(user.Invitation ? 'users.resend.invitation' : 'users.resend.password')}
    </Button>
  )
}

function ActivateButton({ user, onChanged }: UserActionsProps) {
  const { t } = useTranslation()
  const activate = useUserAction({
    run: () => call(users.update, { params: { id: user.Id }, body: { IsActive: true } }).then(onChanged),
    done: t('users.activate.done', { name: user.FullName }),
  })
  return (
    <Button size="sm" disabled={activate.isPending} onClick={() => activate.mutate()}>
      {t('users.activate.verb')}
    </Button>
  )
}

/** An action that needs no confirmation; its result is reported. */
function useUserAction({ run, done }: { run: () => Promise<unknown>; done: string }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => showToast(done),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => void refreshFeatures(queryClient, users, userRoles),
  })
}
