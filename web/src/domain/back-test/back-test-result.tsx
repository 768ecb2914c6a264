import { type BackTest, backTestDays } from '@eot/contract/back-tests'
import { findAlertType } from '@eot/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { alertLook } from '../sensors/sensor-look.tsx'
import { BackTestChart } from './back-test-chart.tsx'
import { typesOf } from './back-test-types.ts'

/** How much a subscription would have sent, when, and to whom. */
export function BackTestResult({ found }: { found: BackTest }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const count = (name: 'alerts' | 'messages' | 'people', count: number) =>
    t(`subscriptions.editor.backTest.${name}`, { count })
  const lead = t('subscriptions.editor.backTest.lead', {
    alerts: count('alerts', found.AlertCount),
    messages: count('messages', found.MessageCount),
    people: count('people', found.PeopleCount),
  })
  const most = Math.max(...found.Receivers.map(({ MessageCount }) => MessageCount))
  return (
    <>
      <div role="status">
        <p className="back-test-lead">
          {found.MessageCount === 0 &&
            (found.AlertCount === 0
              ? t('subscriptions.editor.backTest.none')
              : t('subscriptions.editor.backTest.nobody', { alerts: count('alerts', found.AlertCount) }))}
          {found.MessageCount > 0 &&
            (found.NightCount === 0
              ? lead
              : t('subscriptions.editor.backTest.atNight', { lead, count: found.NightCount }))}
        </p>
        {!found.IsComplete && (
          <p className="muted">
            {t('subscriptions.editor.backTest.partly', {
              from: fullTime(found.From, zone),
              to: fullTime(found.To, zone),
            })}
          </p>
        )}
      </div>
      {found.Alerts.length > 0 && (
        <>
          <p className="muted">{t('subscriptions.editor.backTest.mark')}</p>
          <BackTestChart
            alerts={found.Alerts}
            from={Date.parse(found.From)}
            days={backTestDays}
            zone={zone}
          />
          <ul className="back-test-types">
            {typesOf(found.Alerts).map(({ type, name, count }) => (
              <li key={type} style={{ color: lookOf(type).color }}>
                <i aria-hidden="true" /> <span>{name}</span> <b>{count}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {found.Receivers.length > 0 && (
        <div className="stack">
          <h3>{t('subscriptions.editor.backTest.who')}</h3>
          <ul className="back-test-people">
            {found.Receivers.map(({ Id, FullName, Channel, MessageCount, NightCount }) => (
              <li key={`${Id} ${Channel}`}>
                <span>
                  {FullName} <small>{t(`subscriptions.editor.backTest.via.${Channel}`)}</small>
                </span>
                <span className="bar" aria-hidden="true">
                  <i style={{ width: `${(MessageCount / most) * 100}%` }} />
                </span>
                <b>{MessageCount}</b>
                <small>
                  {NightCount > 0 && t('subscriptions.editor.backTest.night', { count: NightCount })}
                </small>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const lookOf = (type: string) => alertLook(type, findAlertType(type)?.Sensor ?? null)
