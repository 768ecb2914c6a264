import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from './page-title.ts'

export function Brand() {
  const { t } = useTranslation()
  return (
    <Link className="logo" to="/dashboard" aria-label={t('shell.home')}>
      <LogoText />
    </Link>
  )
}

/** The title of the page. The product mark is left out, since the logo is beside it. */
export function ProductTitle() {
  const { mark, title } = usePageTitle()
  return (
    <span className="product-title">
      <span className="vh">{mark} | </span>
      {title.slice(`${mark} | `.length)}
    </span>
  )
}

export function LogoText() {
  return (
    <>
      EoT <span className="live">LIVE</span>
    </>
  )
}
