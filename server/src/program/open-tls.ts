import type { Log } from '../platform/log.ts'
import type { LabeledGauge } from '../platform/metrics.ts'
import type { Stops } from '../platform/stops.ts'
import { openTlsFiles, type TlsFiles } from '../platform/tls-files.ts'
import type { Config } from './config.ts'

/**
 * Loads the certificate given by the settings and reloads it when it changes; undefined if no server of this process uses one.
 * Throws StartRefused.
 */
export async function openTls(
  { config, log }: { config: Config; log: Log },
  stops: Stops,
): Promise<TlsFiles | undefined> {
  const { tlsCertFile: certificateFile, tlsKeyFile: keyFile } = config
  if (certificateFile === undefined || keyFile === undefined) return undefined
  const hasBroker = config.roles.includes('ingest') && config.mqttUrl === undefined
  if (!config.httpTls && !hasBroker) return undefined
  const files = await openTlsFiles({ certificateFile, keyFile, log })
  stops.add(files.stop)
  return files
}

/** The gauge in `/metrics` about the certificate. */
export const certificateGauge = ({
  config,
  tls,
}: {
  config: Config
  tls: TlsFiles | undefined
}): LabeledGauge => ({
  name: 'eot_certificate_days',
  help: 'Days until the TLS certificate of the process ends; negative after that',
  label: 'file',
  read: async () => (tls ? [{ of: config.tlsCertFile ?? '', value: tls.daysLeft() }] : []),
})
