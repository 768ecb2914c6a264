import { useTranslation } from 'react-i18next'
import { isEmail } from '../../session/sign-in-outcome.ts'
import { t as text } from '../../texts/i18n.ts'
import { TextField } from '../../ui/field.tsx'

/** Input for the email address of an account. */
export function EmailField(props: {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}) {
  const { value, onChange, error, autoFocus } = props
  const { t } = useTranslation()
  return (
    <TextField
      large
      errorAbove
      label={t('signIn.email')}
      type="email"
      autoComplete="username"
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function emailFault(email: string): { Email?: string } {
  return isEmail(email.trim()) ? {} : { Email: text('signIn.invalid.email') }
}
