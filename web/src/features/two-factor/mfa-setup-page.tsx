import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { destroySession, recheckSession } from '../../session/session.ts'
import { afterSessionFailure } from '../../session/sign-in-outcome.ts'
import { useSessionState } from '../../session/use-session.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { EnablePanel } from './enable-panel.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The forced setup: the session opens nothing else until it is done (spec 4). */
export function MfaSetupPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { email } = useSearch({ from: '/account/mfa-setup' })
  const from = useLocation({ select: (location) => location.state.from })
  const [codes, setCodes] = useState<string[]>()
  const { phase } = useSessionState()

  // The token expired, or the user signed out in another tab, and must sign in again. Or somebody else has signed in, and the
  // sign-in page leads on.
  const leave = useEffectEvent(() => {
    const next = afterSessionFailure('force_two_factor_auth_setup_invalid', { email, hasPrevious: false })
    void navigate({ to: next.to, replace: true, state: from ? { from } : {} })
  })
  useEffect(() => {
    if (phase === 'none' || (phase === 'unchecked' && !codes)) leave()
  }, [phase, codes])

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
      <EnablePanel onVerified={setCodes} />
      <p className="form-links">
        <button type="button" className="link-button" onClick={() => void destroySession()}>
          {t('twoFactor.setup.signOut')}
        </button>
      </p>
    </FormPage>
  )
}
