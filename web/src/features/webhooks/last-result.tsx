import { useTranslation } from 'react-i18next'
import { AgoByMinute } from '../../domain/time-text.tsx'
import { Glyph } from '../../ui/glyph.tsx'

interface LastResultProps {
  of: { SucceededAt: string | null; FailedAt: string | null }
}

/** Whether the last delivery was accepted, and when. */
export function LastResult({ of: { SucceededAt, FailedAt } }: LastResultProps) {
  const { t } = useTranslation()
  const hasFailed =
    FailedAt !== null && (SucceededAt === null || Date.parse(FailedAt) > Date.parse(SucceededAt))
  const at = hasFailed ? FailedAt : SucceededAt
  if (at === null) return <span className="faint">{t('webhooks.last.never')}</span>
  return (
    <span className="row nowrap">
      <Glyph level={hasFailed ? 'serious' : 'ok'} />
      <span>
        {t(hasFailed ? 'webhooks.last.failed' : 'webhooks.last.delivered')} <AgoByMinute at={at} never="" />
      </span>
    </span>
  )
}
