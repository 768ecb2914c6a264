import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RefreshCw, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRetryable } from '../../lib/api/api-error.ts'
import { useLiveStatus } from '../../lib/live/live-status.ts'
import { isMissingChunk } from '../../lib/missing-chunk.ts'
import { reportError } from '../../lib/report-error.ts'
import { Button } from '../../ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ServerTimedOut } from './server-timed-out.tsx'
import { StatusCard } from './status-page.tsx'

/** Replaces the whole screen when a page fails to render or to load. */
export function RenderFault({ error }: ErrorComponentProps) {
  return (
    <AccountFrame>
      <Fault error={error} />
    </AccountFrame>
  )
}

/** The same within the portal; the navigation stays visible. */
export function PageFault({ error }: ErrorComponentProps) {
  return <Fault error={error} />
}

function Fault({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const isMissing = isMissingChunk(error)
  useEffect(() => {
    console.error(error)
    if (!isMissing && !isRetryable(error)) reportError('Render', error)
  }, [error, isMissing])
  if (error instanceof Error && error.name === 'ChunkLoadError') return <PageMissing />
  if (isRetryable(error)) return <ServerTimedOut />
  return (
    <StatusCard
      title={t('shell.status.unexpected')}
      text={t(isMissing ? 'shell.status.newVersion' : 'shell.status.unexpectedText')}
      action={
        <Button variant="primary" icon={RotateCcw} onClick={() => window.location.reload()}>
          {t('shell.status.refresh')}
        </Button>
      }
    />
  )
}

/** Shown when the code of a page could not be loaded. Retries when the connection is back, or on request. */
function PageMissing() {
  const { t } = useTranslation()
  const router = useRouter()
  const { status } = useLiveStatus()
  const [failedAs] = useState(status)
  const isBack = status === 'live' && failedAs !== 'live'
  const retry = useEffectEvent(() => void router.invalidate())
  useEffect(() => {
    if (isBack) retry()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isBack])
  return (
    <StatusCard
      title={t('shell.status.pageMissing')}
      text={t('shell.status.pageMissingText')}
      action={
        <Button variant="primary" icon={RefreshCw} onClick={() => void router.invalidate()}>
          {t('shell.status.tryAgain')}
        </Button>
      }
    />
  )
}
