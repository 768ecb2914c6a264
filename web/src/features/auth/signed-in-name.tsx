import { useTranslation } from 'react-i18next'

/** The email address of the account: shown, and present for password managers. */
export function SignedInName({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <input
      className="input lg"
      type="email"
      autoComplete="username"
      readOnly
      tabIndex={-1}
      aria-label={t('signIn.email')}
      value={email}
    />
  )
}
