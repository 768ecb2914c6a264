import type { z } from 'zod'
import { StartRefused } from '../platform/start-refused.ts'
import type { Setting } from './setting-schemas.ts'
import { settings } from './settings.ts'

type Settings = typeof settings
type Value<S extends Setting> = z.output<S['schema']> | (S extends { default: string } ? never : undefined)

export type Config = Readonly<{ [Field in keyof Settings]: Value<Settings[Field]> } & { publicUrl: string }>

/** Lists every invalid setting with its expected format, without revealing secret values. */
export class ConfigError extends StartRefused {
  override name = 'ConfigError'
}

/** Reads the settings from environment variables. An empty value counts as absent. Throws ConfigError. */
export function parseConfig(environment: NodeJS.ProcessEnv): Config {
  const complaints = listMissingPartners(environment)
  const values: Record<string, unknown> = {}
  for (const [field, setting] of Object.entries<Setting>(settings)) {
    const written = environment[setting.name] || setting.default
    if (written === undefined) continue
    const parsed = setting.schema.safeParse(written)
    if (parsed.success) values[field] = parsed.data
    else complaints.push(complain(setting, written))
  }
  if (complaints.length > 0) throw new ConfigError(`wrong settings:\n  ${complaints.join('\n  ')}`)
  return { publicUrl: `${values.httpTls ? 'https' : 'http'}://localhost:${values.port}`, ...values } as Config // each value parsed by its own schema
}

function complain({ name, secret, expected }: Setting, written: string): string {
  // As JSON, so that a line break in the value cannot fake a line of the message.
  return `${name} ${secret ? 'is wrong' : `is ${JSON.stringify(written)}`}, expected ${expected}`
}

/** Lists settings that require another one. */
function listMissingPartners(environment: NodeJS.ProcessEnv): string[] {
  const {
    adminEmail,
    adminPassword,
    databasePoolerUrl,
    databaseUrl,
    oidcIssuer,
    oidcClientId,
    oidcClientSecret,
    tlsCertFile,
    tlsKeyFile,
    httpTls,
  } = settings
  const needs: [given: Setting, needed: Setting][] = [
    [adminEmail, adminPassword],
    [adminPassword, adminEmail],
    [databasePoolerUrl, databaseUrl],
    [oidcIssuer, oidcClientId],
    [oidcClientSecret, oidcClientId],
    [tlsCertFile, tlsKeyFile],
    [tlsKeyFile, tlsCertFile],
    [httpTls, tlsCertFile],
  ]
  return needs
    .filter(([given, needed]) => isOn(environment[given.name]) && !environment[needed.name])
    .map(
      ([given, { name, expected }]) =>
        `${name} is missing: expected ${expected}, because ${given.name} is set`,
    )
}

const isOn = (written: string | undefined) => written && written !== '0' && written !== 'false'
