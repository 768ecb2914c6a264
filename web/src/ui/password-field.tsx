import './password-field.css'
import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { Field } from './field.tsx'

interface PasswordFieldProps {
  label: string
  /** Tells password managers whether to fill in the password or to offer a new one. */
  kind: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  autoFocus?: boolean
}

/** A password that can be shown, pasted and autofilled. Warns when Caps Lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, kind, value, onChange, hint, error, autoFocus } = props
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const noteCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <Field label={label} hint={caps ? t('password.capsLock') : hint} error={error}>
      {(input) => (
        <div className="pw">
          <input
            {...input}
            className="input lg"
            type={shown ? 'text' : 'password'}
            autoComplete={kind}
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: only where the page starts with this field
            autoFocus={autoFocus}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyUp={noteCaps}
            onKeyDown={noteCaps}
            onBlur={() => setCaps(false)}
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
