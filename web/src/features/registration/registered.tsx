import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'

/** Asks the visitor to check their email. */
export function Registered({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <FormPage title={t('registration.site.doneHeading')}>
      <FormNotice>{t('registration.site.done', { email })}</FormNotice>
      <p className="form-links">
        <span className="muted">{t('registration.site.notArrived')}</span>
        <Link to="/confirm" search={{ email }}>
          {t('registration.site.resend')}
        </Link>
        <Link to="/login">{t('signInSteps.toLogin')}</Link>
      </p>
    </FormPage>
  )
}
