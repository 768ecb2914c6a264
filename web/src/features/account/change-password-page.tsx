import './account.css'
import { users } from '@eot/contract/users'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { newPasswordFault } from '../../domain/new-password.ts'
import { NewPasswordField } from '../../domain/new-password-field.tsx'
import { callForTokens } from '../../lib/api/api.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useSession } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { showToast } from '../../ui/toast.ts'

export function ChangePasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const form = useForm({
    initial: { OldPassword: '', NewPassword: '' },
    check({ OldPassword, NewPassword }) {
      const fault = newPasswordFault(NewPassword)
      return {
        ...(OldPassword === '' && { OldPassword: t('account.password.missing') }),
        ...(fault && { NewPassword: fault }),
      }
    },
    send: (body) => callForTokens(users.changePassword, { body }, (tokens) => tokens),
    onSent() {
      showToast(t('account.password.saved'))
      void navigate({ to: '/account-info' })
    },
    places: { invalid_credentials: 'OldPassword' },
  })
  const { OldPassword, NewPassword } = form.values
  const wrong = form.errors.OldPassword

  return (
    <>
      <PageHead title={t('account.password.title')} sub={t('account.password.sub')} />
      <section className="card account-cards">
        <form ref={form.element} noValidate onSubmit={form.submit} className="body account-form">
          <input
            className="vh"
            type="email"
            autoComplete="username"
            readOnly
            tabIndex={-1}
            aria-hidden="true"
            value={user.Email}
          />
          <PasswordField
            label={t('account.password.current')}
            kind="current-password"
            value={OldPassword}
            onChange={(next) => form.set({ OldPassword: next })}
            error={OldPassword === '' ? wrong : wrong && t('account.password.wrong')}
          />
          <NewPasswordField
            label={t('account.password.new')}
            value={NewPassword}
            onChange={(next) => form.set({ NewPassword: next })}
            error={form.errors.NewPassword}
          />
          <FormFailure text={form.failure} />
          <div className="row">
            <Button type="submit" variant="primary" disabled={form.busy}>
              {t(form.busy ? 'account.password.saving' : 'account.password.save')}
            </Button>
          </div>
        </form>
      </section>
    </>
  )
}
