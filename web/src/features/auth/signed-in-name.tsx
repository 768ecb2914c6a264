import { useTranslation } from 'react-i18next'

/** Whose password this is: shown, not asked for again, and there for password managers to store it with. */
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
