import { type Alert, alerts } from '@eot/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertValues } from '../../domain/alerts/alert-title.tsx'
import { When } from '../../domain/time-text.tsx'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { durationText } from '../../lib/time/time.ts'
import { useCurrentSiteId, useSiteSearch, useTimeZone } from '../../session/current-site.ts'
import { t } from '../../texts/i18n.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { alertQuery } from './alert-query.ts'
import type { AlertFilters } from './alert-search.ts'

const shown = 5

/** Alerts of the same type at the same device, newest first, with their outcomes. */
export function SimilarAlerts({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const filters: AlertFilters = {
    range: 'last28days',
    rangeBy: 'Start',
    type: [alert.Type.Key],
    device: [alert.Device.Id],
  }
  const current = useCurrentSiteId()
  // An alert opened from a notification may be at a site that the current one does not include.
  const at = useSiteSearch()(alert.SitePath)
  const path = usePagePath()
  const site = { id: 'siteId' in at ? alert.Site.Id : current, zone: useTimeZone() }
  const now = useMemo(() => Date.now(), [])
  const query = { ...alertQuery(filters, site, now), PageSize: shown + 1 }
  const found = useQuery(queryOf(alerts.list, { query }))
  const others = (found.data?.Items ?? []).filter(({ Id }) => Id !== alert.Id).slice(0, shown)
  return (
    <section className="similar">
      <h3>
        {t('similarAlerts.title')}
        {found.data && (
          <span className="note">
            <Link
              from={path}
              to="."
              search={(before) => ({ ...before, ...at, searchFilters: filters, page: undefined })}
            >
              {t('similarAlerts.count', { count: found.data.Total })}
            </Link>
          </span>
        )}
      </h3>
      {found.data ? (
        <Others alerts={others} />
      ) : found.isError ? (
        <ErrorPanel text={failureText(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </section>
  )
}

function Others({ alerts }: { alerts: readonly Alert[] }) {
  const { t } = useTranslation()
  if (alerts.length === 0) return <p className="hint">{t('similarAlerts.none')}</p>
  return (
    <ul aria-label={t('similarAlerts.title')}>
      {alerts.map((alert) => (
        <SimilarAlert key={alert.Id} alert={alert} />
      ))}
    </ul>
  )
}

function SimilarAlert({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { text, unit } = useAlertValues(alert)
  const path = usePagePath()
  return (
    <li>
      <Link from={path} to="." search={(before) => ({ ...before, alert: alert.Id })} resetScroll={false}>
        <When at={alert.StartAt} zone={alert.TimeZone} />
      </Link>
      <span className="muted">
        {durationText(alert.Duration)}
        {alert.Peak !== null &&
          `, ${t('similarAlerts.peak', { value: `${text(alert.Peak)} ${unit}`.trim() })}`}
      </span>
      <span className={alert.Confirmed ? 'strong' : 'faint'}>{outcomeOf(alert)}</span>
    </li>
  )
}

/** The page of the alert list: `/alerts`, or the one in the reports or for the whole tree. */
const usePagePath = () => useMatches({ select: (matches) => matches.at(-1)?.fullPath }) as '/alerts' // the path is only known at run time

/** The disposition, or else whether the alert was confirmed. */
function outcomeOf(alert: Alert): string {
  if (alert.Disposition) return t(`vocabulary.disposition.${alert.Disposition}`)
  return t(alert.Confirmed ? 'alerts.confirmed' : 'alerts.notConfirmed')
}
