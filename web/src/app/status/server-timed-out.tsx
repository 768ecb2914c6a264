import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StatusCard } from './status-page.tsx'
import { TryAgain } from './try-again.tsx'

/** In place of a page whose answer did not arrive; another try begins where the visitor is (spec 2). */
export function ServerTimedOut() {
  const { t } = useTranslation()
  const here = useLocation({ select: (location) => location.href })
  return (
    <StatusCard
      title={t('shell.status.timedOut')}
      text={t('shell.status.timeoutText')}
      action={<TryAgain from={here} />}
    />
  )
}
