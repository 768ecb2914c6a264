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

export const methods = ['mqtt', 'http', 'esphome'] as const
export type ConnectMethod = (typeof methods)[number]

interface ConnectStepProps {
  device: CreatedDevice
  method: ConnectMethod
  onMethod: (method: ConnectMethod) => void
  /** The key, or a text that contains it, was copied. */
  onKeyCopied: () => void
}

/** Where the new device reports and with which key, for each protocol. */
export function ConnectStep({ device, method, onMethod, onKeyCopied }: ConnectStepProps) {
  const { t } = useTranslation()
  const addresses = useQuery(queryOf(ingest.addresses))
  return (
    <>
      <section className="stack">
        <Segments
          fill
          label={t('devices.connect.method')}
          value={method}
          options={methods.map((value) => ({ value, text: t(`devices.connect.${value}`) }))}
          onChange={onMethod}
        />
        <Panel query={addresses} skeleton={<Skeleton height={220} />}>
          {(found) => <Fields addresses={found} device={device} method={method} onKeyCopied={onKeyCopied} />}
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
        <Example addresses={addresses.data} device={device} method={method} onKeyCopied={onKeyCopied} />
      )}
    </>
  )
}

interface PartProps {
  addresses: DeviceAddresses
  device: CreatedDevice
  method: ConnectMethod
  onKeyCopied: () => void
}

function Fields({ addresses, device, method, onKeyCopied }: PartProps) {
  const { t } = useTranslation()
  const mqtt = mqttConnection(addresses, device.Mac)
  const external = mqtt.isExternal && <p className="hint">{t('devices.connect.external')}</p>
  // The configuration below contains everything.
  if (method === 'esphome') return external
  const key = { name: t('devices.connect.key'), value: device.DeviceKey, onCopied: onKeyCopied }
  if (method === 'http') {
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

function Example({ addresses, device, method, onKeyCopied }: PartProps) {
  const { t } = useTranslation()
  const mqtt = mqttConnection(addresses, device.Mac)
  const shown = exampleOf(method, { addresses, mqtt, device })
  if (shown === undefined) {
    return (
      <section>
        <p className="hint">{t(`devices.connect.webSocket.${method === 'esphome' ? 'esphome' : 'mqtt'}`)}</p>
      </section>
    )
  }
  return (
    <section>
      <h3>{t(method === 'esphome' ? 'devices.connect.config' : 'devices.connect.try')}</h3>
      <CopyBlock label={t(`devices.connect.copyLabel.${method}`)} text={shown} onCopied={onKeyCopied} />
      <p className="hint">
        {t(`devices.connect.note.${method}`)}
        {method !== 'http' && mqtt.isEncrypted && ` ${t(`devices.connect.certificate.${method}`)}`}
      </p>
    </section>
  )
}

function exampleOf(
  method: ConnectMethod,
  { addresses, mqtt, device }: { addresses: DeviceAddresses; mqtt: MqttConnection; device: CreatedDevice },
): string | undefined {
  const { Mac: mac, DeviceKey: key, Settings } = device
  if (method === 'http') return httpCommand(httpUrl(addresses), { mac, key })
  if (method === 'mqtt') return mqttCommand(mqtt, key)
  if (mqtt.url !== undefined) return undefined
  return esphomeConfig(mqtt, key, Settings.ReportInterval ?? defaultReportInterval)
}
