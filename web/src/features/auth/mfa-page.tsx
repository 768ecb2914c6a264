import { auth } from '@eot/contract/auth'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { useSubmitWhole } from '../../lib/forms/use-submit-whole.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormSubmit } from '../../ui/form-submit.tsx'
import { codeLength } from '../../ui/typed-code.ts'
import { sendStep } from './send-step.ts'
import { useSignInSteps } from './use-sign-in-steps.ts'

/** The second sign-in step: a code from the authenticator app, or a recovery code. */
export function MfaPage() {
  const { t } = useTranslation()
  const [isRecovery, setRecovery] = useState(false)
  return (
    <FormPage
      title={t('signInSteps.mfa.heading')}
      lead={t(isRecovery ? 'signInSteps.mfa.recoveryLead' : 'signInSteps.mfa.lead')}
    >
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} />
      <p className="form-links">
        <button type="button" className="link-button" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'signInSteps.mfa.useApp' : 'signInSteps.mfa.useRecovery')}
        </button>
        <Link to="/login">{t('signInSteps.toLogin')}</Link>
      </p>
    </FormPage>
  )
}

function CodeForm({ isRecovery }: { isRecovery: boolean }) {
  const { t } = useTranslation()
  const { session: Session = '', email: Email = '' } = useSearch({ from: '/account/mfa' })
  const { enter, follow } = useSignInSteps()
  const form = useForm({
    initial: { Code: '' },
    check({ Code }) {
      if (isRecovery) return Code.trim() === '' ? { Code: t('signInSteps.mfa.recoveryMissing') } : {}
      return Code.length < codeLength ? { Code: t('signInSteps.mfa.codeMissing') } : {}
    },
    send: ({ Code }) =>
      sendStep(() => call(auth.mfa, { body: { Email, Session, Code: Code.trim() } }), {
        handledHere: ['invalid_code', 'invalid_request'],
        follow: (error) => follow(error, Email),
      }),
    onSent: (tokens) => tokens && void enter(tokens, Email),
    places: { invalid_code: 'Code' },
  })
  const { Code } = form.values
  useSubmitWhole(form.element, !isRecovery && Code.length === codeLength ? Code : undefined)

  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="caps-labels">
      {isRecovery ? (
        <FormText
          form={form}
          name="Code"
          large
          mono
          label={t('signInSteps.mfa.recoveryCode')}
          placeholder="xxxx-xxxx-xxxx"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <CodeField
          label={t('signInSteps.code')}
          value={Code}
          onChange={(next) => form.set({ Code: next })}
          error={form.errors.Code}
          hint={t('signInSteps.mfa.hint')}
          autoFocus
        />
      )}
      <FormSubmit form={form} text={t('signInSteps.mfa.submit')} busyText={t('signInSteps.mfa.checking')} />
    </form>
  )
}
