import { ingest } from '@eot/contract/ingest'
import { defaultReportInterval } from '@eot/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { useNow } from '../../lib/time/now.ts'
import { agoText, elapsedText } from '../../lib/time/time.ts'
import { messageText } from '../../texts/problem-text.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { httpUrl, mqttConnection } from './connect-examples.ts'
import type { ConnectMethod } from './connect-step.tsx'
import type { CreatedDevice } from './device-form.tsx'
import type { FirstReading } from './use-first-reading.ts'

interface WaitingProps {
  device: CreatedDevice
  /** When the device was added, in epoch ms. */
  addedMs: number
  method: ConnectMethod
  first: FirstReading
}

/** Shown until the first reading: what is known about the device so far, and what to check if nothing arrives. */
export function Waiting({ device, addedMs, method, first }: WaitingProps) {
  const { t } = useTranslation()
  const nowMs = Math.max(useNow(), addedMs)
  const { lastSeenAt, refused } = first
  const interval = elapsedText(device.Settings.ReportInterval ?? defaultReportInterval)
  return (
    <>
      <section>
        <div className="reading-state">
          <span className="ring" aria-hidden="true" />
          <div role="status">
            <h3>{t('devices.first.waiting')}</h3>
          </div>
          <p className="muted">
            {t('devices.first.listening', {
              mac: device.Mac,
              duration: elapsedText((nowMs - addedMs) / 1000),
            })}
          </p>
        </div>
        <ul className="reading-steps">
          <Known mark={<Glyph level="ok" />} text={t('devices.first.registered')}>
            {device.Site?.Name}
          </Known>
          {lastSeenAt !== null && (
            <Known mark={<Glyph level="ok" />} text={t('devices.first.heard')}>
              {agoText(lastSeenAt, nowMs)}
            </Known>
          )}
          {refused && (
            <Known
              mark={<Glyph level="caution" />}
              text={t('devices.first.refused', { reason: messageText(refused.Reason) })}
            >
              {[
                t(`devices.first.channel.${refused.Channel}`),
                agoText(Math.min(Date.parse(refused.ReceivedAt), nowMs), nowMs),
                t('devices.first.times', { count: refused.Count }),
              ].join(', ')}
            </Known>
          )}
          <Known
            mark={<LoaderCircle className="icon turning" aria-hidden="true" />}
            text={t('devices.first.reading')}
          >
            {t('devices.first.usually', { interval })}
          </Known>
        </ul>
      </section>
      <WhatToCheck device={device} method={method} />
    </>
  )
}

function Known({ mark, text, children }: { mark: ReactNode; text: string; children: ReactNode }) {
  return (
    <li>
      {mark}
      <span>
        {text}
        <small>{children}</small>
      </span>
    </li>
  )
}

function WhatToCheck({ device, method }: { device: CreatedDevice; method: ConnectMethod }) {
  const { t } = useTranslation()
  const { data } = useQuery(queryOf(ingest.addresses))
  if (!data) return null
  const mqtt = mqttConnection(data, device.Mac)
  const place = mqtt.url ?? t('devices.check.place', { host: mqtt.host, port: mqtt.port })
  return (
    <section>
      <h3>{t('devices.check.title')}</h3>
      <ul className="checks">
        {method === 'http' ? (
          <>
            <li>{t('devices.check.reachUrl', { url: httpUrl(data) })}</li>
            <li>{t('devices.check.http')}</li>
          </>
        ) : (
          <>
            <li>{t('devices.check.reach', { place })}</li>
            <li>{t('devices.check.topic', { topic: mqtt.topic })}</li>
            <li>
              {t(mqtt.isExternal ? 'devices.check.external' : 'devices.check.user', { user: mqtt.user })}
            </li>
          </>
        )}
        <li>{t('devices.check.time')}</li>
        <li>
          {t('devices.check.refused')} <Link to="/site">{t('devices.check.refusedLink')}</Link>
        </li>
      </ul>
    </section>
  )
}
