import { auth } from '@eot/contract/auth'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { newPasswordFault } from '../../domain/new-password.ts'
import { NewPasswordField } from '../../domain/new-password-field.tsx'
import { call } from '../../lib/api/api.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { FormSubmit } from '../../ui/form-submit.tsx'
import { emailFault } from './email-field.tsx'
import { MailLinkFields } from './mail-link-fields.tsx'

/** Sets a new password with the code from the reset email. */
export function ResetPage() {
  const { t } = useTranslation()
  const { email, code } = useSearch({ from: '/account/reset' })
  const navigate = useNavigate()
  const isLinked = email !== undefined && code !== undefined
  const form = useForm({
    initial: { Email: email ?? '', ResetCode: code ?? '', Password: '' },
    check({ Email, ResetCode, Password }) {
      const fault = newPasswordFault(Password)
      return {
        ...emailFault(Email),
        ...(ResetCode.trim() === '' && { ResetCode: t('signInSteps.reset.codeMissing') }),
        ...(fault && { Password: fault }),
      }
    },
    async send({ Email, ResetCode, Password }) {
      await call(auth.alter, { body: { Email: Email.trim(), ResetCode: ResetCode.trim(), Password } })
      return Email.trim()
    },
    onSent: (sent) => void navigate({ to: '/login', state: { email: sent, done: 'passwordReset' } }),
  })
  const { Email, ResetCode, Password } = form.values

  return (
    <FormPage
      title={t('signInSteps.reset.heading')}
      lead={isLinked ? t('signInSteps.reset.lead', { email }) : t('signInSteps.reset.leadOpen')}
    >
      <form ref={form.element} noValidate onSubmit={form.submit} className="caps-labels">
        <MailLinkFields
          isLinked={isLinked}
          email={Email}
          code={ResetCode}
          onEmail={(next) => form.set({ Email: next })}
          onCode={(next) => form.set({ ResetCode: next })}
          emailError={form.errors.Email}
          codeError={form.errors.ResetCode}
        />
        <NewPasswordField
          label={t('signInSteps.newPassword')}
          value={Password}
          onChange={(next) => form.set({ Password: next })}
          error={form.errors.Password}
          autoFocus={isLinked}
        />
        <FormSubmit
          form={form}
          text={t('signInSteps.reset.submit')}
          busyText={t('signInSteps.reset.saving')}
        />
      </form>
      <p className="form-links">
        <Link to="/password" state={{ email: Email }}>
          {t('signInSteps.reset.newLink')}
        </Link>
        <Link to="/login">{t('signInSteps.toLogin')}</Link>
      </p>
    </FormPage>
  )
}
