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
  return (
    <AccountFrame>
      <StatusCard
        title={t('shell.status.unexpected')}
        text={t(isMissingChunk(error) ? 'shell.status.newVersion' : 'shell.status.unexpectedText')}
        action={
          <Button variant="primary" icon={RotateCcw} onClick={() => window.location.reload()}>
            {t('shell.status.refresh')}
          </Button>
        }
      />
    </AccountFrame>
  )
}
