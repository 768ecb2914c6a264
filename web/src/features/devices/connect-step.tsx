import type { DeviceAddresses } from '@eot/contract/ingest'
import { ingest } from '@eot/contract/ingest'
import { defaultReportInterval } from '@eot/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { CopyRows } from '../../ui/copy-rows.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  contentType,
  esphomeConfig,
  httpCommand,
  httpUrl,
  type MqttConnection,
  mqttCommand,
  mqttConnection,
} from './connect-examples.ts'
import type { CreatedDevice } from './device-form.tsx'

export const ways = ['mqtt', 'http', 'esphome'] as const
export type Way = (typeof ways)[number]

interface ConnectStepProps {
  device: CreatedDevice
  way: Way
  onWay: (way: Way) => void
  /** The key, or a text that contains it, was copied. */
  onKeyCopied: () => void
}

/** Where the new device reports and with which key, for each protocol. */
export function ConnectStep({ device, way, onWay, onKeyCopied }: ConnectStepProps) {
  const { t } = useTranslation()
  const addresses = useQuery(queryOf(ingest.addresses))
  return (
    <>
      <section className="stack">
        <Segments
          fill
          label={t('devices.connect.way')}
          value={way}
          options={ways.map((value) => ({ value, text: t(`devices.connect.${value}`) }))}
          onChange={onWay}
        />
        <Panel query={addresses} skeleton={<Skeleton height={220} />}>
          {(found) => <Fields addresses={found} device={device} way={way} onKeyCopied={onKeyCopied} />}
        </Panel>
        <div className="key-note">
          <KeyRound className="icon" aria-hidden="true" />
          <div>
            <h3>{t('devices.connect.onceTitle')}</h3>
            <p>{t('devices.connect.once')}</p>
          </div>
        </div>
      </section>
      {addresses.data && (
        <Example addresses={addresses.data} device={device} way={way} onKeyCopied={onKeyCopied} />
      )}
    </>
  )
}

interface PartProps {
  addresses: DeviceAddresses
  device: CreatedDevice
  way: Way
  onKeyCopied: () => void
}

function Fields({ addresses, device, way, onKeyCopied }: PartProps) {
  const { t } = useTranslation()
  const mqtt = mqttConnection(addresses, device.Mac)
  const external = mqtt.isExternal && <p className="hint">{t('devices.connect.external')}</p>
  // The configuration below contains everything.
  if (way === 'esphome') return external
  const key = { name: t('devices.connect.key'), value: device.DeviceKey, onCopied: onKeyCopied }
  if (way === 'http') {
    const rows = [
      { name: t('devices.connect.url'), value: httpUrl(addresses) },
      { name: t('devices.connect.user'), value: device.Mac },
      key,
      { name: t('devices.connect.type'), value: contentType },
    ]
    return <CopyRows label={t('devices.connect.http')} rows={rows} />
  }
  const rows = [
    ...(mqtt.url === undefined
      ? [
          { name: t('devices.connect.host'), value: mqtt.host },
          { name: t('devices.connect.port'), value: String(mqtt.port) },
        ]
      : [{ name: t('devices.connect.url'), value: mqtt.url }]),
    {
      name: t('devices.connect.encryption'),
      value: t(`devices.connect.${mqtt.isEncrypted ? 'tls' : 'none'}`),
    },
    { name: t('devices.connect.user'), value: mqtt.user },
    key,
    { name: t('devices.connect.topic'), value: mqtt.topic },
  ]
  return (
    <>
      <CopyRows label={t('devices.connect.mqtt')} rows={rows} />
      {external}
    </>
  )
}

function Example({ addresses, device, way, onKeyCopied }: PartProps) {
  const { t } = useTranslation()
  const mqtt = mqttConnection(addresses, device.Mac)
  const shown = exampleOf(way, { addresses, mqtt, device })
  if (shown === undefined) {
    return (
      <section>
        <p className="hint">{t(`devices.connect.webSocket.${way === 'esphome' ? 'esphome' : 'mqtt'}`)}</p>
      </section>
    )
  }
  return (
    <section>
      <h3>{t(way === 'esphome' ? 'devices.connect.config' : 'devices.connect.try')}</h3>
      <CopyBlock label={t(`devices.connect.copyLabel.${way}`)} text={shown} onCopied={onKeyCopied} />
      <p className="hint">
        {t(`devices.connect.note.${way}`)}
        {way !== 'http' && mqtt.isEncrypted && ` ${t(`devices.connect.certificate.${way}`)}`}
      </p>
    </section>
  )
}

function exampleOf(
  way: Way,
  { addresses, mqtt, device }: { addresses: DeviceAddresses; mqtt: MqttConnection; device: CreatedDevice },
): string | undefined {
  const { Mac: mac, DeviceKey: key, Settings } = device
  if (way === 'http') return httpCommand(httpUrl(addresses), { mac, key })
  if (way === 'mqtt') return mqttCommand(mqtt, key)
  if (mqtt.url !== undefined) return undefined
  return esphomeConfig(mqtt, key, Settings.ReportInterval ?? defaultReportInterval)
}
