import { twoFactor } from '@eot/contract/two-factor'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { failureText } from '../../lib/failure-text.ts'
import { destroySession, recheckSession } from '../../session/session.ts'
import { afterSessionFailure } from '../../session/sign-in-outcome.ts'
import { useSessionState } from '../../session/use-session.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetupForm } from './setup-form.tsx'

/** The set-up nobody gets around: the session opens nothing else until it is done (spec 4). */
export function MfaSetupPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { email } = useSearch({ from: '/account/mfa-setup' })
  const from = useLocation({ select: (location) => location.state.from })
  const [codes, setCodes] = useState<string[]>()
  const [isRenewed, setRenewed] = useState(false)
  const request = useMutation({ mutationFn: () => call(twoFactor.request, { body: {} }) })
  const { phase } = useSessionState()

  const start = useEffectEvent(() => request.mutate())
  useEffect(() => start(), [])

  // The token ran out, or another tab signed out: what is left is to sign in again.
  const leave = useEffectEvent(() => {
    const next = afterSessionFailure('force_two_factor_auth_setup_invalid', { email, hasPrevious: false })
    void navigate({ to: next.to, replace: true, state: from ? { from } : {} })
  })
  useEffect(() => {
    if (phase === 'none') leave()
  }, [phase])

  function handleExpired() {
    setRenewed(true)
    request.mutate()
  }

  function handleDone() {
    recheckSession()
    void navigate({
      to: '/loading',
      replace: true,
      state: { ...(email ? { email } : {}), ...(from ? { from } : {}) },
    })
  }

  if (codes) {
    return (
      <FormPage title={t('twoFactor.codes.heading')}>
        <RecoveryCodes codes={codes} email={email ?? ''} onDone={handleDone} />
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t('twoFactor.setup.forcedHeading')}
      lead={email ? t('twoFactor.setup.forcedLead', { email }) : t('twoFactor.setup.forcedLeadOpen')}
    >
      {request.data && (
        <SetupForm
          key={request.data.Secret}
          setup={request.data}
          isRenewed={isRenewed}
          onVerified={setCodes}
          onExpired={handleExpired}
        />
      )}
      {request.isError && <ErrorPanel text={failureText(request.error)} onRetry={() => request.mutate()} />}
      {request.isPending && <Skeleton height={420} />}
      <p className="form-links">
        <button type="button" className="link-button" onClick={() => void destroySession()}>
          {t('twoFactor.setup.signOut')}
        </button>
      </p>
    </FormPage>
  )
}
