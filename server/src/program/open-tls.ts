import type { Stops } from '../platform/stops.ts'
import { openTlsFiles, type TlsFiles } from '../platform/tls-files.ts'
import type { Foundation } from './foundation.ts'

/**
 * Loads the certificate given by the settings and reloads it when it changes; undefined if none is set. Throws
 * StartRefused.
 */
export async function openTls(
  { config, log }: Pick<Foundation, 'config' | 'log'>,
  stops: Stops,
): Promise<TlsFiles | undefined> {
  const { tlsCertFile: certificateFile, tlsKeyFile: keyFile } = config
  if (certificateFile === undefined || keyFile === undefined) return undefined
  const files = await openTlsFiles({ certificateFile, keyFile, log })
  stops.add(files.stop)
  return files
}
