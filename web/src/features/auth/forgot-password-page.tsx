import { auth } from '@eot/contract/auth'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormSubmit } from '../../ui/form-submit.tsx'
import { EmailField, emailFault } from './email-field.tsx'

/** Sends a password reset link. The response is the same whether or not there is an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const known = useLocation({ select: (location) => location.state.email })
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    initial: { Email: known ?? '' },
    check: ({ Email }) => emailFault(Email),
    send: async ({ Email }) => {
      await call(auth.reset, { body: { Email: Email.trim() } })
      return Email.trim()
    },
    onSent: setSentTo,
  })

  return (
    <FormPage
      title={t(sentTo ? 'signInSteps.forgotPassword.sentHeading' : 'signInSteps.forgotPassword.heading')}
      lead={sentTo ? undefined : t('signInSteps.forgotPassword.lead')}
    >
      {sentTo ? (
        <>
          <FormNotice>{t('signInSteps.forgotPassword.sent', { email: sentTo })}</FormNotice>
          <button type="button" className="link-button" onClick={() => setSentTo(undefined)}>
            {t('signInSteps.forgotPassword.again')}
          </button>
        </>
      ) : (
        <form ref={form.element} noValidate onSubmit={form.submit} className="caps-labels">
          <EmailField
            value={form.values.Email}
            onChange={(Email) => form.set({ Email })}
            error={form.errors.Email}
            autoFocus
          />
          <FormSubmit
            form={form}
            text={t('signInSteps.forgotPassword.submit')}
            busyText={t('signInSteps.forgotPassword.sending')}
          />
        </form>
      )}
      <p className="form-links">
        <Link to="/login">{t('signInSteps.toLogin')}</Link>
      </p>
    </FormPage>
  )
}
