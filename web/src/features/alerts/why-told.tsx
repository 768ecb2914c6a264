import type { Alert } from '@eot/contract/alerts'
import {
  areNoticesDeleted,
  type SubscriptionAnswer,
  told,
  type WhyTold as WhyToldAnswer,
} from '@eot/contract/told'
import { users } from '@eot/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleMinus, Users, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { answerSentence, startText, whySentence } from './told-words.ts'

/** Why a person was or was not notified of the start of an alert, step by step. Users who may see others can ask about them. */
export function WhyTold({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const id = useId()
  const { user } = useSession()
  const [userId, setUserId] = useState(user.Id)
  const query = useQuery(queryOf(told.why, { params: { id: alert.Id }, query: { userId } }))
  return (
    <section className="why" aria-labelledby={id}>
      <h3 id={id}>{t('told.why.title')}</h3>
      <PersonChoice value={userId} onChange={setUserId} />
      {query.isError && <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonRows rows={4} />}
      {query.data && <Answer answer={query.data} alert={alert} />}
    </section>
  )
}

function PersonChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [isAsking, setAsking] = useState(false)
  // There may be thousands of people.
  const people = useQuery({ ...queryOf(users.all), enabled: isAsking })
  if (!useAllowed('ViewUsers')) return null
  if (people.isError)
    return <ErrorPanel text={failureText(people.error)} onRetry={() => void people.refetch()} />
  if (!people.data)
    return (
      <Button size="sm" icon={Users} disabled={isAsking} onClick={() => setAsking(true)}>
        {t('told.why.other')}
      </Button>
    )
  const items = people.data.map(({ Id, Name }) => ({
    value: Id,
    label: Id === user.Id ? t('told.why.me', { name: Name }) : Name,
  }))
  return (
    <Combobox
      label={t('told.why.person')}
      labelHidden
      groups={[{ value: 'people', label: t('told.why.person'), items }]}
      value={value}
      onChange={onChange}
      searchLabel={t('told.why.search')}
      emptyText={t('told.why.none')}
      placeholder={t('told.why.choose')}
    />
  )
}

function Answer({ answer, alert }: { answer: WhyToldAnswer; alert: Alert }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  const words = {
    device: alert.Device.Name,
    type: alertTypeName(alert.Type),
    at: startText(alert.StartAt, alert.TimeZone),
    timeText: (instant: string) => fullTime(instant, zone),
    isForgotten: areNoticesDeleted(alert.StartAt, now),
  }
  const name = answer.User.FullName
  const [closest, ...others] = answer.Subscriptions
  return (
    <>
      <p className="say" role="status">
        {whySentence(answer, words)}
      </p>
      {closest && (
        <>
          <ol className="gates" aria-label={t('told.why.gates')}>
            {closest.Gates.map(({ Gate, Passed }) => (
              <GateLine key={Gate} passed={Passed} name={t(`told.gate.${Gate}`)} />
            ))}
            {answer.Channels.map(({ Channel, Gates }) =>
              Gates.map(({ Gate, Passed }) => (
                <GateLine
                  key={`${Channel} ${Gate}`}
                  passed={Passed}
                  name={t(`told.gate.${Gate}`)}
                  detail={answer.Channels.length > 1 && t(`told.channel.${Channel}`)}
                />
              )),
            )}
          </ol>
          <Remarks answer={closest} />
        </>
      )}
      {others.length > 0 && (
        <>
          <p className="hint">{t('told.why.further', { count: others.length, name })}</p>
          <ul className="further">
            {others.map((other, index) => (
              <li key={other.Subscription?.Id ?? index}>{answerSentence(other, name, words)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Remarks({ answer }: { answer: SubscriptionAnswer }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  return (
    <>
      {answer.Lists.length > 0 && (
        <p className="hint">{t('told.why.lists', { names: answer.Lists.join(', ') })}</p>
      )}
      {answer.ChangedAt && (
        <p className="hint">{t('told.why.rewound', { when: fullTime(answer.ChangedAt, zone) })}</p>
      )}
    </>
  )
}

function GateLine({ passed, name, detail }: { passed: boolean | null; name: string; detail?: ReactNode }) {
  const { t } = useTranslation()
  const Icon = passed === null ? CircleMinus : passed ? Check : X
  return (
    <li className={passed === null ? 'skip' : passed ? undefined : 'no'}>
      <Icon className={`icon icon-sm${passed ? ' fg-ok' : ''}`} aria-hidden="true" />
      <span>{name}</span>
      <span className="v">
        {detail}
        {passed === null && t('told.why.notAsked')}
        {passed === false && t('told.why.no')}
        {passed && <span className="vh">{t('told.why.yes')}</span>}
      </span>
    </li>
  )
}
