import './two-factor.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

export type GivenProof = { Password: string } | { Code: string }

interface ProofFormProps<T> {
  /** The form's ID, so that a button outside it can submit it. */
  id?: string
  /** The user already has a second factor, so a code can be used instead. */
  hasCode: boolean
  send: (proof: GivenProof) => Promise<T>
  onSent: (answer: T) => void
  onBusy?: (busy: boolean) => void
  /** Omitted: the form has no button of its own. */
  verb?: string
  onCancel?: () => void
}

/** Asks the user to prove their identity before a security setting changes. */
export function ProofForm<T>(props: ProofFormProps<T>) {
  const { id, hasCode, send, onSent, onBusy, verb, onCancel } = props
  const { t } = useTranslation()
  const [byCode, setByCode] = useState(false)
  const form = useForm({
    initial: { Password: '', Code: '' },
    check({ Password, Code }) {
      if (byCode) return Code.trim() === '' ? { Code: t('twoFactor.proof.codeMissing') } : {}
      return Password === '' ? { Password: t('twoFactor.proof.missing') } : {}
    },
    send: ({ Password, Code }) => send(byCode ? { Code: Code.trim() } : { Password }),
    onSent,
    places: { invalid_credentials: 'Password', invalid_code: 'Code' },
  })
  const { Password, Code } = form.values
  useEffect(() => onBusy?.(form.busy), [form.busy, onBusy])
  useEffect(() => form.element.current?.querySelector('input')?.focus(), [form.element])

  return (
    <form id={id} ref={form.element} noValidate onSubmit={form.submit} className="proof-form">
      {byCode ? (
        <TextField
          mono
          label={t('twoFactor.proof.code')}
          hint={t('twoFactor.proof.codeHint')}
          value={Code}
          onChange={(event) => form.set({ Code: event.currentTarget.value })}
          error={form.errors.Code}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <PasswordField
          label={t('twoFactor.proof.password')}
          kind="current-password"
          value={Password}
          onChange={(next) => form.set({ Password: next })}
          error={
            Password === ''
              ? form.errors.Password
              : form.errors.Password && t('twoFactor.proof.wrongPassword')
          }
        />
      )}
      <FormFailure text={form.failure} />
      {hasCode && (
        <button type="button" className="link-button" onClick={() => setByCode(!byCode)}>
          {t(byCode ? 'twoFactor.proof.usePassword' : 'twoFactor.proof.useCode')}
        </button>
      )}
      {verb && (
        <div className="row wrap">
          <Button type="submit" variant="primary" disabled={form.busy}>
            {verb}
          </Button>
          {onCancel && <Button onClick={onCancel}>{t('action.cancel')}</Button>}
        </div>
      )}
    </form>
  )
}
