import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LogoText } from '../shell/brand.tsx'

/** The frame of status pages outside the portal. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <header className="plain">
        <a className="logo" href="/" aria-label={t('shell.productFull')}>
          <LogoText />
        </a>
      </header>
      <main className="status-main" id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
