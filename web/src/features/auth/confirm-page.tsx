import { auth } from '@eot/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { isEmail } from '../../session/sign-in-outcome.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormSubmit } from '../../ui/form-submit.tsx'
import { emailFault } from './email-field.tsx'
import { MailLinkFields } from './mail-link-fields.tsx'

/**
 * Confirms an account with the code from the email link. Requires a click: mail scanners open links before people do,
 * and would otherwise use up the code.
 */
export function ConfirmPage() {
  const { t } = useTranslation()
  const { email, code } = useSearch({ from: '/account/confirm' })
  const navigate = useNavigate()
  const isLinked = email !== undefined && code !== undefined
  const form = useForm({
    initial: { Email: email ?? '', ConformationCode: code ?? '' },
    check: ({ Email, ConformationCode }) => ({
      ...emailFault(Email),
      ...(ConformationCode.trim() === '' && { ConformationCode: t('signInSteps.reset.codeMissing') }),
    }),
    async send({ Email, ConformationCode }) {
      const body = { Email: Email.trim(), ConformationCode: ConformationCode.trim() }
      return { Email: body.Email, ...(await call(auth.confirm, { body })) }
    },
    onSent({ Email, SessionToken }) {
      if (SessionToken === null) void navigate({ to: '/login', state: { email: Email, done: 'confirmed' } })
      else void navigate({ to: '/update-password', search: { session: SessionToken, email: Email } })
    },
  })
  const { Email, ConformationCode } = form.values

  return (
    <FormPage
      title={t('signInSteps.confirm.heading')}
      lead={isLinked ? t('signInSteps.confirm.lead', { email }) : t('signInSteps.confirm.leadOpen')}
    >
      <form ref={form.element} noValidate onSubmit={form.submit} className="caps-labels">
        <MailLinkFields
          isLinked={isLinked}
          email={Email}
          code={ConformationCode}
          onEmail={(next) => form.set({ Email: next })}
          onCode={(next) => form.set({ ConformationCode: next })}
          emailError={form.errors.Email}
          codeError={form.errors.ConformationCode}
        />
        <FormSubmit
          form={form}
          text={t('signInSteps.confirm.submit')}
          busyText={t('signInSteps.confirm.confirming')}
        />
      </form>
      <Resend email={Email.trim()} />
      <p className="form-links">
        <Link to="/login">{t('signInSteps.toLogin')}</Link>
      </p>
    </FormPage>
  )
}

function Resend({ email }: { email: string }) {
  const { t } = useTranslation()
  const resend = useMutation({
    mutationFn: async (Email: string) => {
      await call(auth.resend, { body: { Email } })
      return Email
    },
  })
  return (
    <>
      <Button block disabled={resend.isPending || !isEmail(email)} onClick={() => resend.mutate(email)}>
        {t('signInSteps.confirm.resend')}
      </Button>
      {resend.isSuccess && <FormNotice>{t('signInSteps.confirm.resent', { email: resend.data })}</FormNotice>}
      <FormFailure text={resend.isError ? failureText(resend.error) : undefined} />
    </>
  )
}
