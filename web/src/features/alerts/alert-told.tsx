import './alert-told.css'
import type { Alert } from '@eot/contract/alerts'
import { type AlertNotice, areNoticesDeleted, noticeDays, told } from '@eot/contract/told'
import { useQuery } from '@tanstack/react-query'
import { Mail, MessageSquare } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { durationText } from '../../lib/time/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { isDelivered, outcomeText } from './told-words.ts'
import { WhyTold } from './why-told.tsx'

const shownFirst = 6

/** Who was notified of an alert, with the result, and why someone was not. */
export function AlertTold({ alert }: { alert: Alert }) {
  return (
    <>
      <ToldSection alert={alert} />
      <WhyTold alert={alert} />
    </>
  )
}

function ToldSection({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const id = useId()
  const query = useQuery(queryOf(told.list, { params: { id: alert.Id } }))
  const [all, setAll] = useState(false)
  const { data } = query
  const now = useMinute()
  const isForgotten = areNoticesDeleted(alert.StartAt, now)
  const failed = data?.Items.filter((notice) => !isDelivered(notice)).length ?? 0
  return (
    <section className="told" aria-labelledby={id}>
      <h3 id={id}>
        {t('told.title')}
        {data && data.Total > 0 && (
          <span className="note">
            {t('told.messages', { count: data.Total })}
            {failed > 0 && <b className="fg-critical">, {t('told.failed', { count: failed })}</b>}
          </span>
        )}
      </h3>
      {query.isError && <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonRows rows={2} />}
      {data && data.Items.length === 0 && data.Others === 0 && !isForgotten && (
        <p className="hint">{t('told.nobody')}</p>
      )}
      {data && data.Items.length > 0 && (
        <ul>
          {(all ? data.Items : data.Items.slice(0, shownFirst)).map((notice) => (
            <NoticeLine key={notice.Id} notice={notice} startAt={alert.StartAt} />
          ))}
        </ul>
      )}
      {data && !all && data.Items.length > shownFirst && (
        <Button size="sm" onClick={() => setAll(true)}>
          {t('told.more', { count: data.Items.length })}
        </Button>
      )}
      {data && all && data.Total > data.Items.length && (
        <p className="hint">{t('told.cut', { count: data.Items.length })}</p>
      )}
      {data && data.Others > 0 && <p className="hint">{t('told.others', { count: data.Others })}</p>}
      {data && isForgotten && <p className="hint">{t('told.forgotten', { days: noticeDays })}</p>}
    </section>
  )
}

function NoticeLine({ notice, startAt }: { notice: AlertNotice; startAt: string }) {
  const { t } = useTranslation()
  const Icon = notice.Channel === 'Email' ? Mail : MessageSquare
  const names = notice.Subscriptions.map(({ Name }) => `“${Name}”`).join(', ')
  const seconds =
    notice.FinishedAt === null ? undefined : (Date.parse(notice.FinishedAt) - Date.parse(startAt)) / 1000
  return (
    <li>
      <Avatar name={notice.User.FullName} />
      <span className="who">
        {notice.User.FullName}
        <small>
          {t(`told.kind.${notice.Kind}`)}
          {names && ` ${t('told.by', { names })}`}
        </small>
        {notice.Error && <code>{notice.Error}</code>}
      </span>
      <span className="result">
        <span className={isDelivered(notice) ? undefined : 'fg-critical'}>
          <Icon className="icon icon-sm" aria-label={t(`told.channel.${notice.Channel}`)} role="img" />{' '}
          {outcomeText(notice)}
        </span>
        {seconds !== undefined && notice.Kind === 'AlertStarted' && seconds >= 0 && (
          <small>{t('told.after', { duration: durationText(Math.max(1, Math.round(seconds))) })}</small>
        )}
      </span>
    </li>
  )
}
