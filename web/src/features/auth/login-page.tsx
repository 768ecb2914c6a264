import { auth } from '@eot/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { sessionState } from '../../session/session.ts'
import { invalidReason, isEmail } from '../../session/sign-in-outcome.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SsoButton } from './sso-button.tsx'
import { leadsOn, useSignInSteps } from './use-sign-in-steps.ts'

export function LoginPage() {
  const { t } = useTranslation()
  const { email: knownEmail = '', done } = useLocation({ select: (location) => location.state })
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const [wrongEmail, setWrongEmail] = useState(false)
  const signIn = useSignIn()
  useSignInElsewhere()
  const known = invalidReason(useSearch({ from: '/account/login' }).invalid)
  const reason = wrongEmail ? 'email' : known
  const message = signIn.trouble ?? (reason && t(`signIn.invalid.${reason}`))

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (signIn.busy) return
    setWrongEmail(!isEmail(email.trim()))
    if (isEmail(email.trim())) signIn.start({ Email: email.trim(), Password: password })
  }

  return (
    <FormPage title={t('signIn.heading')}>
      {done && !message && <FormNotice>{t(`signIn.done.${done}`)}</FormNotice>}
      <form noValidate onSubmit={handleSubmit} className="caps-labels">
        <Field label={t('signIn.email')} error={signIn.busy ? undefined : message} errorAbove>
          {(input) => (
            <input
              {...input}
              className="input lg"
              type="email"
              autoComplete="username"
              // biome-ignore lint/a11y/noAutofocus: signing in is the only purpose of the page
              autoFocus={knownEmail === ''}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <PasswordField
          label={t('signIn.password')}
          kind="current-password"
          value={password}
          onChange={setPassword}
          autoFocus={knownEmail !== ''}
        />
        <Button type="submit" variant="primary" size="lg" block className="caps-btn" disabled={signIn.busy}>
          {t('signIn.submit')}
        </Button>
        <Link className="forgot" to="/password" state={{ email: email.trim() }}>
          {t('signIn.forgot')}
        </Link>
        {reason === 'confirmed' && (
          <Link className="forgot" to="/confirm" search={{ email: email.trim() || undefined }}>
            {t('signIn.resendConfirmation')}
          </Link>
        )}
      </form>
      <SsoButton />
      <p className="form-links">
        <span className="muted">{t('signIn.notRegistered')}</span>
        <Link to="/register-site">{t('signIn.registerSite')}</Link>
      </p>
    </FormPage>
  )
}

/** Opens the portal when somebody signs in in another tab. */
function useSignInElsewhere() {
  const router = useRouter()
  useEffect(() => {
    const leadOn = () => {
      if (sessionState().phase === 'unchecked') void router.invalidate()
    }
    addEventListener('storage', leadOn)
    return () => removeEventListener('storage', leadOn)
  }, [router])
}

function useSignIn() {
  const { t } = useTranslation()
  const { enter, follow } = useSignInSteps()
  const mutation = useMutation({
    mutationFn: (credentials: { Email: string; Password: string }) => call(auth.login, { body: credentials }),
    onSuccess: (tokens, { Email }) => enter(tokens, Email),
    onError: (error, { Email }) => follow(error, Email),
  })
  const error = mutation.error
  const trouble = error instanceof ApiError && !leadsOn(error) ? error : undefined
  return {
    busy: mutation.isPending,
    start: mutation.mutate,
    trouble: trouble && t(trouble.code === 'offline' ? 'signIn.unreachable' : 'signIn.busy'),
  }
}
