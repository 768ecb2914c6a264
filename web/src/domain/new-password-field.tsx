import { PasswordField } from '../ui/password-field.tsx'
import { passwordAdvice } from './new-password.ts'

interface NewPasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** A new password. Entered only once, since it can be shown. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return <PasswordField {...props} kind="new-password" hint={passwordAdvice()} />
}
