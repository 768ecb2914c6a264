import { type ErrorComponentProps, useLocation } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isPassing } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { isMissingChunk } from './missing-chunk.ts'
import { StatusCard } from './status-page.tsx'
import { TryAgain } from './try-again.tsx'

/** A page that failed to render, or whose code or answer did not arrive. */
export function RenderFault({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const here = useLocation({ select: (location) => location.href })
  useEffect(() => {
    console.error(error)
  }, [error])
  if (isPassing(error)) {
    return (
      <AccountFrame>
        <StatusCard
          title={t('shell.status.timedOut')}
          text={t('shell.status.timeoutText')}
          action={<TryAgain from={here} />}
        />
      </AccountFrame>
    )
  }
  return <Unexpected isMissing={isMissingChunk(error)} />
}

/** What is missing while the browser is offline is asked for again as soon as it is not. */
function Unexpected({ isMissing }: { isMissing: boolean }) {
  const { t } = useTranslation()
  const isOffline = isMissing && !navigator.onLine
  useEffect(() => {
    if (!isOffline) return
    const refresh = () => window.location.reload()
    addEventListener('online', refresh)
    return () => removeEventListener('online', refresh)
  }, [isOffline])
  const text = isOffline ? 'offline' : isMissing ? 'newVersion' : 'unexpectedText'
  return (
    <AccountFrame>
      <StatusCard
        title={t('shell.status.unexpected')}
        text={t(`shell.status.${text}`)}
        action={
          <Button variant="primary" icon={RotateCcw} onClick={() => window.location.reload()}>
            {t('shell.status.refresh')}
          </Button>
        }
      />
    </AccountFrame>
  )
}
