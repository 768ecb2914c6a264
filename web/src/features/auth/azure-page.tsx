import './loading.css'
import { auth } from '@eot/contract/auth'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { emailOf } from '../../lib/api/id-token.ts'
import { storeTokens } from '../../lib/api/tokens.ts'
import { afterRefusedSignIn } from '../../session/sign-in-outcome.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { type AzureOutcome, azureFailure, isSignInRefusal, readReturn } from './azure-return.ts'
import { keptDestination } from './sso-destination.ts'

/** The redirect target of the single sign-on provider (spec 2). */
export function AzurePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const returned = readReturn(useSearch({ strict: false }))
  const [failure, setFailure] = useState<AzureOutcome | undefined>(
    'failure' in returned ? returned.failure : undefined,
  )

  const complete = useEffectEvent(async () => {
    if ('failure' in returned) return
    const from = keptDestination(sessionStorage)
    const kept = from ? { from } : {}
    try {
      const tokens = await call(auth.azureRedirect, { body: returned.answer })
      storeTokens(tokens)
      const email = emailOf(tokens.IdToken)
      await navigate({ to: '/loading', replace: true, state: { ...kept, ...(email ? { email } : {}) } })
    } catch (error) {
      const next = isSignInRefusal(error) ? afterRefusedSignIn(error, error.email ?? '') : undefined
      // The specification fixes the search of each target; the type of `to` alone does not say which one it is.
      if (next) await navigate({ to: next.to as '/login', search: next.search, replace: true, state: kept })
      else setFailure(azureFailure(error))
    }
  })

  // Only once: the code is valid for a single use, and a second attempt would be rejected as a replay.
  const [started] = useState({ already: false })
  useEffect(() => {
    if (started.already) return
    started.already = true
    void complete()
  }, [started])

  if (!failure) {
    return (
      <FormPage title={t('signInSteps.azure.working')}>
        <span className="loading-bar" role="progressbar" aria-label={t('signInSteps.azure.working')} />
      </FormPage>
    )
  }
  return (
    <FormPage title={t('signInSteps.azure.refusedHeading')}>
      <FormFailure text={t(`signInSteps.azure.${failure}`)} />
      <Link className="btn primary" to="/login">
        {t('signInSteps.azure.toLogin')}
      </Link>
    </FormPage>
  )
}
