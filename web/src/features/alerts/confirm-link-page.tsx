import './alert-drawer.css'
import './confirm-link.css'
import type { Alert, Disposition } from '@eot/contract/alerts'
import { type ConfirmLink, confirmLinks } from '@eot/contract/confirm-links'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { CircleHelp, CircleX, type LucideIcon, TriangleAlert, Unlink } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { alertTitle, useAlertValues } from '../../domain/alerts/alert-title.tsx'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { putAlert } from '../../domain/alerts/put-alert.ts'
import { useUpdateAlert } from '../../domain/alerts/update-alert.ts'
import { When } from '../../domain/time-text.tsx'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { durationText, shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Where the link in an email leads. Opening it changes nothing; one tap confirms the alert in the user's own name. */
export function ConfirmLinkPage() {
  const { t } = useTranslation()
  const { code = '' } = useSearch({ from: '/portal/confirm-alert' })
  const query = useQuery({ ...queryOf(confirmLinks.open, { query: { code } }), enabled: code !== '' })
  const isWrong = code === '' || (query.error instanceof ApiError && query.error.code === 'invalid_link')
  if (isWrong || query.isError)
    return (
      <div className="confirm-link">
        <PageHead title={t('confirmLink.title')} />
        <section className="card">
          {isWrong ? (
            <Empty
              icon={Unlink}
              title={t('confirmLink.expired')}
              action={
                <Link to="/alerts" search={{}} className="btn">
                  {t('confirmLink.seeAlerts')}
                </Link>
              }
            >
              {t('confirmLink.expiredText')}
            </Empty>
          ) : (
            <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
          )}
        </section>
      </div>
    )
  return (
    <div className="confirm-link">
      {query.data ? (
        <Opened link={query.data} code={code} />
      ) : (
        <>
          <PageHead title={t('confirmLink.title')} />
          <SkeletonRows rows={4} />
        </>
      )}
    </div>
  )
}

interface Tap {
  disposition: Disposition
  /** The disposition that Undo restores. */
  before: Disposition | null
}

function Opened({ link, code }: { link: ConfirmLink; code: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const mayConfirm = useAllowed('ConfirmAlerts')
  const { user } = useSession()
  const { update, isPending } = useUpdateAlert()
  const read = queryOf(confirmLinks.open, { query: { code } })
  const show = (alert: Alert) => queryClient.setQueryData(read.queryKey, { ...link, Alert: alert })
  const tap = useMutation({
    mutationFn: ({ disposition }: Tap) =>
      call(confirmLinks.confirm, { body: { Code: code, Disposition: disposition } }),
    onSuccess(alert) {
      show(alert)
      putAlert(queryClient, alert)
    },
  })
  const alert = link.Alert
  function undo(before: Disposition | null) {
    if (!isPending) update(alert, { Confirmed: false, Disposition: before }, show)
  }
  return (
    <>
      <AlertState alert={alert} />
      {!link.IsMine && <p className="hint">{t('confirmLink.forwarded', { name: user.FullName })}</p>}
      {alert.Confirmed ? (
        <Confirmed
          alert={alert}
          onUndo={
            tap.isSuccess && alert.ConfirmedBy?.Id === user.Id ? () => undo(tap.variables.before) : undefined
          }
        />
      ) : mayConfirm ? (
        <Answers
          alert={alert}
          isPending={tap.isPending}
          onTap={(disposition) => tap.mutate({ disposition, before: alert.Disposition })}
        />
      ) : (
        <p>{t('confirmLink.mayNot')}</p>
      )}
      {tap.isError && (
        <p className="fg-critical" role="alert">
          {t('confirmLink.notSent', { reason: failureText(tap.error) })}
        </p>
      )}
      <p>
        <Link to="/alerts" search={{ alert: alert.Id }}>
          {t('confirmLink.seeAlert')}
        </Link>
      </p>
    </>
  )
}

function AlertState({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { text, levelText, unit } = useAlertValues(alert)
  const level = levelOf(alert.Severity)
  const facts = [
    alert.Value !== null && ([t('alerts.atRaise'), `${text(alert.Value)} ${unit}`] as const),
    alert.Peak !== null && ([t('alerts.peak'), `${text(alert.Peak)} ${unit}`] as const),
    alert.Threshold !== null && ([t('alerts.limit'), `${levelText(alert.Threshold)} ${unit}`] as const),
  ].filter((fact) => fact !== false)
  return (
    <>
      <div className="row wrap chips">
        <Chip tone={level} glyph={level}>
          {t(`vocabulary.severity.${alert.Severity}`)}
        </Chip>
        <Chip>
          {alert.EndAt === null
            ? t('duration.ongoing')
            : t('confirmLink.ended', { duration: durationText(alert.Duration) })}
        </Chip>
      </div>
      <PageHead
        title={alertTitle(alert)}
        sub={
          <>
            {alert.Site.Name}, <When at={alert.StartAt} zone={alert.TimeZone} />
          </>
        }
      />
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.trim()}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const answers: readonly (readonly [Disposition, LucideIcon])[] = [
  ['Real', TriangleAlert],
  ['False', CircleX],
  ['Unknown', CircleHelp],
]

function Answers({
  alert,
  isPending,
  onTap,
}: {
  alert: Alert
  isPending: boolean
  onTap: (disposition: Disposition) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t(alert.EndAt === null ? 'alerts.wasItReal' : 'confirmLink.over')}</h2>
      <div className="answers">
        {answers.map(([value, Icon]) => (
          <button key={value} type="button" className="btn" disabled={isPending} onClick={() => onTap(value)}>
            <Icon className="icon icon-lg" aria-hidden="true" />
            {t(`vocabulary.disposition.${value}`)}
          </button>
        ))}
      </div>
      <p className="hint">{t('confirmLink.oneTap')}</p>
    </section>
  )
}

function Confirmed({ alert, onUndo }: { alert: Alert; onUndo: (() => void) | undefined }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const time = alert.ConfirmedAt === null ? '' : shortTime(alert.ConfirmedAt, zone, Date.now())
  const verdict = alert.Disposition === null ? '' : t(`vocabulary.disposition.${alert.Disposition}`)
  return (
    <section className="confirmed" role="status">
      <h2>{t('alerts.confirmedBy', { name: alert.ConfirmedBy?.Name ?? '', time })}</h2>
      {verdict && <p>{verdict}</p>}
      <p className="hint">{t(alert.EndAt === null ? 'confirmLink.staysOpen' : 'confirmLink.nothingLeft')}</p>
      {onUndo && <Button onClick={onUndo}>{t('action.undo')}</Button>}
    </section>
  )
}
