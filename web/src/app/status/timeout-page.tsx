import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountFrame } from './account-frame.tsx'
import { StatusCard } from './status-page.tsx'
import { TryAgain } from './try-again.tsx'

/** The server did not answer while the session was made; the place to return to is kept (spec 2). */
export function TimeoutPage() {
  const { t } = useTranslation()
  const from = useLocation({ select: (location) => location.state.from })
  return (
    <AccountFrame>
      <StatusCard
        title={t('shell.status.timeoutTitle')}
        text={t('shell.status.timeoutText')}
        action={<TryAgain from={from} />}
      />
    </AccountFrame>
  )
}
