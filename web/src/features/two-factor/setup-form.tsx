import './two-factor.css'
import { type TwoFactorSetup, twoFactor } from '@eot/contract/two-factor'
import { useTranslation } from 'react-i18next'
import { callForTokens } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useSubmitWhole } from '../../lib/forms/use-submit-whole.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { codeLength } from '../../ui/typed-code.ts'
import { inFours } from './recovery-text.ts'

interface SetupFormProps {
  setup: TwoFactorSetup
  /** Replaces an expired key, which the app may already have stored. */
  isRenewed: boolean
  /** The second factor is on, and the session continues with new tokens. */
  onVerified: (recoveryCodes: string[]) => void
  /** The key has expired. */
  onExpired: () => void
  onCancel?: () => void
}

/** Transfers the key to an authenticator app, by QR code or by hand, and verifies a code from it. */
export function SetupForm({ setup, isRenewed, onVerified, onExpired, onCancel }: SetupFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { Code: '' },
    check: ({ Code }) => (Code.length < codeLength ? { Code: t('twoFactor.setup.codeMissing') } : {}),
    async send({ Code }) {
      try {
        return await callForTokens(
          twoFactor.verify,
          { body: { Type: setup.Type, Code } },
          (answer) => answer.Tokens,
        )
      } catch (error) {
        if (error instanceof ApiError && error.code === 'two_factor_setup_expired') onExpired()
        throw error
      }
    },
    onSent: ({ RecoveryCodes }) => onVerified(RecoveryCodes),
    places: { invalid_code: 'Code' },
  })
  const { Code } = form.values
  useSubmitWhole(form.element, Code.length === codeLength ? Code : undefined)

  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="two-factor">
      {isRenewed && <FormFailure text={t('twoFactor.setup.expired')} />}
      <h2>{t('twoFactor.setup.scan')}</h2>
      <img className="qr" src={setup.QrCode} alt={t('twoFactor.setup.qr')} width={192} height={192} />
      <CopyField label={t('twoFactor.setup.secret')} value={inFours(setup.Secret)} />
      <h2>{t('twoFactor.setup.enter')}</h2>
      <CodeField
        label={t('twoFactor.setup.code')}
        value={Code}
        onChange={(next) => form.set({ Code: next })}
        error={form.errors.Code}
      />
      <FormFailure text={form.failure} />
      <div className="row wrap">
        <Button type="submit" variant="primary" disabled={form.busy}>
          {t(form.busy ? 'twoFactor.setup.verifying' : 'twoFactor.setup.verify')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('twoFactor.setup.cancel')}</Button>}
      </div>
    </form>
  )
}
