import { type TwoFactorSetup, twoFactor } from '@eot/contract/two-factor'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { destroySession } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProofForm } from './proof-form.tsx'
import { SetupForm } from './setup-form.tsx'

interface EnablePanelProps {
  onVerified: (recoveryCodes: string[]) => void
  /** Omitted: the setup cannot be canceled. */
  onCancel?: () => void
}

/** Sets up a second factor. Asks for the password, or a new sign-in, if the last proof of identity is too old. */
export function EnablePanel({ onVerified, onCancel }: EnablePanelProps) {
  const { t } = useTranslation()
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const [isRenewed, setRenewed] = useState(false)
  const request = useMutation({
    mutationFn: () => call(twoFactor.request, { body: {} }),
    onSuccess: setSetup,
  })
  const start = useEffectEvent(() => request.mutate())
  useEffect(() => start(), [])

  function handleExpired() {
    setSetup(undefined)
    setRenewed(true)
    request.mutate()
  }

  if (setup) {
    return (
      <SetupForm
        key={setup.Secret}
        setup={setup}
        isRenewed={isRenewed}
        onVerified={onVerified}
        onExpired={handleExpired}
        {...(onCancel && { onCancel })}
      />
    )
  }
  const error = request.error
  if (error instanceof ApiError && error.code === 'reauthentication_required') {
    return (
      <div className="two-factor">
        <p className="muted">{t('twoFactor.proof.ask')}</p>
        <ProofForm
          hasCode={false}
          send={(proof) => call(twoFactor.request, { body: proof })}
          onSent={setSetup}
          verb={t('twoFactor.proof.go')}
          {...(onCancel && { onCancel })}
        />
        <p className="hint">
          {t('twoFactor.proof.noPassword')}{' '}
          <button type="button" className="link-button" onClick={() => void destroySession()}>
            {t('twoFactor.proof.signInAgain')}
          </button>
        </p>
      </div>
    )
  }
  if (error) return <ErrorPanel text={failureText(error)} onRetry={() => request.mutate()} />
  return <Skeleton height={420} />
}
