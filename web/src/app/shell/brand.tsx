import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function Brand() {
  const { t } = useTranslation()
  return (
    <Link className="logo" to="/dashboard" aria-label={t('shell.home')}>
      <LogoText />
    </Link>
  )
}

export function LogoText() {
  return (
    <>
      EoT <span className="live">LIVE</span>
    </>
  )
}
