import type { Alert } from '@eot/contract/alerts'
import type { devices } from '@eot/contract/devices'
import type { AnswerOf } from '@eot/contract/endpoint'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isOffline } from '../../domain/device-state.ts'
import { DeviceStatus } from '../../domain/device-status.tsx'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { agoText, elapsedText, fullTime, localTime, shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'

export type DeviceReport = AnswerOf<typeof devices.status>

interface DeviceFactsProps {
  device: DeviceReport
  /** Time of the newest reading. null: there is none. */
  lastMs: number | null
  /** The current time on the clock of the device's samples. */
  presentMs: number
  /** undefined: the role may not read alerts. */
  openAlerts: readonly Alert[] | undefined
}

/** A line of facts about the selected device. */
export function DeviceFacts({ device, lastMs, presentMs, openAlerts }: DeviceFactsProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const local = localTime(presentMs, device.TimeZone, zone)
  const offlineSince = isOffline(device.Status) && device.StatusSince
  return (
    <dl className="dev-facts" aria-label={t('sensors.facts.label')}>
      <Fact name={t('sensors.facts.status')}>
        <DeviceStatus device={device} />{' '}
        {offlineSince && (
          <span className="muted" title={fullTime(offlineSince, zone)}>
            {t('sensors.facts.offlineSince', { time: shortTime(offlineSince, zone, presentMs) })}
          </span>
        )}
      </Fact>
      <Fact name={t('sensors.facts.lastSample')}>
        {lastMs === null ? (
          t('sensors.facts.never')
        ) : (
          <span title={fullTime(lastMs, zone)}>{agoText(Math.min(lastMs, presentMs), presentMs)}</span>
        )}
      </Fact>
      {local && <Fact name={t('sensors.facts.localTime')}>{local}</Fact>}
      <Fact name={t('sensors.facts.interval')}>{elapsedText(device.ReportInterval)}</Fact>
      <Fact name={t('sensors.facts.mac')} className="mono hide-narrow">
        {device.Mac}
      </Fact>
      <Fact name={t('sensors.facts.model')} className="hide-narrow">
        {device.Model.Name}
      </Fact>
      {openAlerts && (
        <Fact name={t('sensors.facts.openAlerts')}>
          <OpenAlerts alerts={openAlerts} />
        </Fact>
      )}
    </dl>
  )
}

function OpenAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const { t } = useTranslation()
  const [first] = alerts
  if (!first) return t('sensors.facts.none')
  const names = [...new Set(alerts.map((alert) => alertTypeName(alert.Type)))].join(', ')
  return (
    <Link
      to="/alerts"
      search={{ searchFilters: { device: [first.Device.Id], ongoing: true } }}
      className="fg-critical"
    >
      <FormulaText text={`${alerts.length}, ${names}`} />
    </Link>
  )
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className?.includes('hide-narrow') ? 'hide-narrow' : undefined}>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  )
}
