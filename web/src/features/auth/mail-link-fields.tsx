import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/field.tsx'
import { EmailField } from './email-field.tsx'
import { SignedInName } from './signed-in-name.tsx'

interface MailLinkFieldsProps {
  /** The link contained both, so neither is asked for. */
  isLinked: boolean
  email: string
  code: string
  onEmail: (value: string) => void
  onCode: (value: string) => void
  emailError?: string | undefined
  codeError?: string | undefined
}

/** Address and code from an email, filled in by its link or typed by hand. */
export function MailLinkFields(props: MailLinkFieldsProps) {
  const { isLinked, email, code, onEmail, onCode, emailError, codeError } = props
  const { t } = useTranslation()
  if (isLinked) return <SignedInName email={email} />
  return (
    <>
      <EmailField value={email} onChange={onEmail} error={emailError} autoFocus />
      <TextField
        large
        mono
        label={t('signInSteps.codeOfMail')}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value)}
        error={codeError}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  )
}
