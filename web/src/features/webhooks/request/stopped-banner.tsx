import type { WebhookRequest } from '@eot/contract/webhooks'
import { CircleStop } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { requestPath } from '../request-list.ts'
import { ResumeButton } from '../resume-button.tsx'

/** Says that nothing is sent anymore, since when and why, and how to resume. */
export function StoppedBanner({ request: { Id, Name, StoppedAt } }: { request: WebhookRequest }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const mayResume = useFeatures(requestPath).edit
  return (
    <Banner tone="caution" icon={CircleStop} action={mayResume && <ResumeButton id={Id} name={Name} />}>
      {t('webhooks.stopped.text', { time: fullTime(StoppedAt ?? '', zone) })}
    </Banner>
  )
}
