import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StatusCard } from './status-page.tsx'
import { TryAgain } from './try-again.tsx'

/** Shown when a page's response timed out. Trying again reloads the current address (spec 2). */
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
