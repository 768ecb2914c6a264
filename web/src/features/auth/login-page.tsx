import './auth.css'
import { auth } from '@eot/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { afterRefusedSignIn, invalidReason, isEmail } from '../../session/sign-in-outcome.ts'
import { storeTokens } from '../../session/tokens.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoginWall } from './login-wall.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  return (
    <div className="login">
      <main className="login-form" id="main" tabIndex={-1}>
        <a className="logo" href="/" aria-label={t('shell.productFull')}>
          EoT <span className="live">LIVE</span>
        </a>
        <LoginForm />
        <p className="small">{t('signIn.notLifeSafety')}</p>
      </main>
      <LoginWall />
    </div>
  )
}

function LoginForm() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useSignIn()
  const known = useSearch({ from: '/login' }).invalid
  const [wrongEmail, setWrongEmail] = useState(false)
  const reason = wrongEmail ? 'email' : invalidReason(known)
  const message = signIn.trouble ?? (reason && t(`signIn.invalid.${reason}`))

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    setWrongEmail(!isEmail(email.trim()))
    if (isEmail(email.trim())) signIn.start({ Email: email.trim(), Password: password })
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <h1 tabIndex={-1}>{t('signIn.heading')}</h1>
      <Field label={t('signIn.email')} error={signIn.busy ? undefined : message} errorAbove>
        {(input) => (
          <input
            {...input}
            className="input lg"
            type="email"
            autoComplete="username"
            // biome-ignore lint/a11y/noAutofocus: the page has this one purpose
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <PasswordField value={password} onChange={setPassword} />
      <Button type="submit" variant="primary" size="lg" block className="caps-btn" disabled={signIn.busy}>
        {t('signIn.submit')}
      </Button>
      <ForgotLink />
    </form>
  )
}

function PasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  return (
    <Field label={t('signIn.password')} hint={caps && t('signIn.capsLock')}>
      {(input) => (
        <div className="pw">
          <input
            {...input}
            className="input lg"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={t(shown ? 'action.hidePassword' : 'action.showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}

/** Shown as soon as there is a page behind it. */
function ForgotLink() {
  const { t } = useTranslation()
  const router = useRouter()
  if (!('/password' in router.routesByPath)) return null
  return (
    <a className="forgot" href="/password">
      {t('signIn.forgot')}
    </a>
  )
}

function useSignIn() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const from = useLocation({ select: (location) => location.state.from })
  const mutation = useMutation({
    mutationFn: (credentials: { Email: string; Password: string }) => call(auth.login, { body: credentials }),
    onSuccess: (tokens, { Email }) => {
      storeTokens(tokens)
      return navigate({ to: '/loading', state: { email: Email, ...(from ? { from } : {}) } })
    },
    onError: (error, { Email }) => {
      if (!(error instanceof ApiError)) throw error
      const next = isRefusal(error) ? afterRefusedSignIn(error, Email) : undefined
      if (!next) return
      // The target is one of the specification's; not all of them are in the route table yet.
      return navigate({
        to: next.to as '/login',
        search: next.search,
        ...(from ? { state: { from } } : {}),
      })
    },
  })
  const error = mutation.error
  const trouble = error instanceof ApiError && !isRefusal(error) ? error : undefined
  return {
    busy: mutation.isPending,
    start: mutation.mutate,
    trouble: trouble && t(trouble.code === 'offline' ? 'signIn.unreachable' : 'signIn.busy'),
  }
}

/** What the specification gives a message; anything else is said as it is. */
const isRefusal = (error: ApiError) => error.status === 400 || error.status === 504
