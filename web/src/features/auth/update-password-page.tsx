import { auth } from '@eot/contract/auth'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { newPasswordFault } from '../../domain/new-password.ts'
import { NewPasswordField } from '../../domain/new-password-field.tsx'
import { call } from '../../lib/api/api.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { FormSubmit } from '../../ui/form-submit.tsx'
import { sendStep } from './send-step.ts'
import { SignedInName } from './signed-in-name.tsx'
import { useSignInSteps } from './use-sign-in-steps.ts'

/** The sign-in step that replaces a temporary password. */
export function UpdatePasswordPage() {
  const { t } = useTranslation()
  const { session: Session = '', email: Email = '' } = useSearch({ from: '/account/update-password' })
  const { enter, follow } = useSignInSteps()
  const form = useForm({
    initial: { Password: '' },
    check({ Password }) {
      const fault = newPasswordFault(Password)
      return fault ? { Password: fault } : {}
    },
    send: ({ Password }) =>
      sendStep(() => call(auth.updatePassword, { body: { Email, Session, Password } }), {
        handledHere: ['invalid_request'],
        follow: (error) => follow(error, Email),
      }),
    onSent: (tokens) => tokens && void enter(tokens, Email),
  })

  return (
    <FormPage title={t('signInSteps.updatePassword.heading')} lead={t('signInSteps.updatePassword.lead')}>
      <form ref={form.element} noValidate onSubmit={form.submit} className="caps-labels">
        <SignedInName email={Email} />
        <NewPasswordField
          label={t('signInSteps.newPassword')}
          value={form.values.Password}
          onChange={(Password) => form.set({ Password })}
          error={form.errors.Password}
          autoFocus
        />
        <FormSubmit
          form={form}
          text={t('signInSteps.updatePassword.submit')}
          busyText={t('signInSteps.updatePassword.saving')}
        />
      </form>
      <p className="form-links">
        <Link to="/login">{t('signInSteps.toLogin')}</Link>
      </p>
    </FormPage>
  )
}
