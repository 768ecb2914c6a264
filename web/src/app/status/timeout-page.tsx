import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountFrame } from './account-frame.tsx'
import { StatusCard } from './status-page.tsx'
import { TryAgain } from './try-again.tsx'

/** Shown when the server did not respond while the session was created. Keeps the address to return to (spec 2). */
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
