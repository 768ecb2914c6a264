import { webhookRequests } from '@eot/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { When } from '../../../domain/time-text.tsx'
import { queryOf } from '../../../lib/api/query.ts'
import { useCurrentSiteId } from '../../../session/current-site.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { requestPath } from '../request-list.ts'
import { ResumeButton } from '../resume-button.tsx'

const mostRead = 100

/** The stopped requests, to which nothing is sent anymore. Renders nothing if there are none. */
export function StoppedRequests() {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const mayResume = useFeatures(requestPath).edit
  const { data } = useQuery(queryOf(webhookRequests.list, { query: { SiteId, PageSize: mostRead } }))
  const stopped = data?.Items?.filter(({ StoppedAt }) => StoppedAt !== null) ?? []
  if (stopped.length === 0) return null
  return (
    <ul className="stopped-requests" aria-label={t('webhooks.log.stoppedRequests')}>
      {stopped.map(({ Id, Name, Site, StoppedAt }) => (
        <li key={Id}>
          <Glyph level="critical" />
          <span>
            <Link to={requestPath} search={{ id: Id }}>
              {Name}
            </Link>{' '}
            <span className="muted">
              {t('webhooks.log.stoppedSince', { site: Site.Name })} <When at={StoppedAt ?? ''} toMinute />
            </span>
          </span>
          {mayResume && <ResumeButton id={Id} name={Name} />}
        </li>
      ))}
    </ul>
  )
}
