import { resolve } from 'node:path'
import { z } from 'zod'
import { parseSecretKey } from '../platform/secret-key.ts'
import { mqttSettings } from './mqtt-settings.ts'
import {
  flag,
  isAddressOrSubnet,
  list,
  number,
  port,
  positive,
  type Setting,
  text,
  url,
} from './setting-schemas.ts'

/** Every environment variable of the program. The README's table is generated from it. */
export const settings = {
  port: {
    name: 'PORT',
    default: '8080',
    schema: port,
    expected: 'a port number from 0 to 65535',
    description: 'HTTP port of the portal and its API',
  },
  host: {
    name: 'HOST',
    default: '0.0.0.0',
    schema: text,
    expected: 'an address of this host',
    description: 'Address on which HTTP and MQTT listen',
  },
  httpTls: {
    name: 'HTTP_TLS',
    default: '0',
    schema: flag(),
    expected: '0 or 1',
    description: 'With 1, `PORT` serves HTTPS with `TLS_CERT_FILE`; otherwise a proxy terminates TLS',
  },
  httpConnections: {
    name: 'HTTP_CONNECTIONS',
    schema: positive,
    expected: 'a whole number from 1',
    description:
      'Maximum number of browser connections to this process, including live ones. Default: half of its open-file limit',
  },
  httpConnectionsPerAddress: {
    name: 'HTTP_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    schema: positive,
    expected: 'a whole number from 1',
    description:
      'Maximum number of browser connections from one address; users behind one router share it, and the proxies of `TRUST_PROXY` are exempt',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    schema: url('http', 'https').transform((value) => value.replace(/\/+$/, '')),
    expected: 'an http:// or https:// address',
    description:
      'Address of the portal in emails and links. Default: `http://localhost:PORT`, or `https://` with `HTTP_TLS`',
  },
  dataDir: {
    name: 'DATA_DIR',
    default: './data',
    schema: text.transform((value) => resolve(value)),
    expected: 'a directory',
    description: 'Directory for the embedded database and generated keys',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    schema: text.regex(/^postgres(ql)?:\/\//),
    expected: 'a postgres:// address',
    description: 'PostgreSQL 15 or later. Default: the embedded one, in `DATA_DIR`',
    secret: true,
  },
  ...mqttSettings,
  redisUrl: {
    name: 'REDIS_URL',
    schema: url('redis', 'rediss'),
    expected: 'a redis:// or rediss:// address',
    description: 'Redis; not used yet: processes communicate through PostgreSQL',
    secret: true,
  },
  roles: {
    name: 'ROLES',
    default: 'api,ingest,worker',
    schema: list(z.enum(['api', 'ingest', 'worker'])).refine((roles) => roles.length > 0),
    expected: 'one or more of api, ingest, worker, separated by commas',
    description: 'The roles of this process',
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    schema: z.email(),
    expected: 'an email address',
    description:
      'First system administrator, created in an empty database. Default: a generated account, printed once',
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    schema: text.min(10).max(128),
    expected: '10 to 128 characters',
    description: 'Password of the first system administrator',
    secret: true,
  },
  secretKey: {
    name: 'SECRET_KEY',
    schema: text.transform(parseSecretKey).refine((key) => key !== undefined),
    expected: '32 bytes as base64 or hex',
    description:
      'Key that encrypts stored secrets. Default: generated once and kept in `DATA_DIR/secret.key`',
    secret: true,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    schema: url('smtp', 'smtps'),
    expected: 'an smtp:// or smtps:// address',
    description:
      'Mail server. Default: none; emails are kept in the email log and printed to the log of the program',
    secret: true,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    schema: text.regex(/^(?:[^<>\r\n]* )?<?[^\s<>@]+@[^\s<>@]+>?$/),
    expected: 'an address such as portal@example.org or EoT LIVE <portal@example.org>',
    description: 'Sender of emails. Default: `no-reply@` the host of `PUBLIC_URL`',
  },
  smsUrl: {
    name: 'SMS_URL',
    schema: url('http', 'https'),
    expected: 'an http:// or https:// address',
    description: 'SMS gateway; not used yet',
    secret: true,
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    default: 'https://login.microsoftonline.com/organizations/v2.0',
    schema: url('https', 'http'),
    expected: 'an https:// address',
    description: 'OpenID Connect issuer for single sign-on; Microsoft Entra by default',
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    schema: text,
    expected: 'the client id assigned by the issuer',
    description:
      'Client id at the issuer; without it there is no single sign-on. The redirect URI is `PUBLIC_URL/azure`',
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    schema: text,
    expected: 'the client secret assigned by the issuer',
    description: 'Client secret at the issuer',
    secret: true,
  },
  weatherUrl: {
    name: 'WEATHER_URL',
    schema: url('http', 'https'),
    expected: 'an http:// or https:// address',
    description: 'Weather service compatible with Open-Meteo; not used yet',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    expected: 'fatal, error, warn, info, debug, trace or silent',
    description: 'Minimum level of logged messages',
  },
  demo: {
    name: 'DEMO',
    default: '0',
    schema: flag(),
    expected: '0 or 1',
    description: 'With 1, an empty database is filled with the demonstration organization',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    schema: text.min(16),
    expected: 'at least 16 characters',
    description:
      'Bearer token for `/metrics`. Default: none; only direct requests from this host are allowed, not through a proxy',
    secret: true,
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: '',
    schema: list(text.refine(isAddressOrSubnet)),
    expected: 'addresses or subnets such as 10.0.0.0/8, separated by commas',
    description: 'Proxies whose `X-Forwarded-…` headers are trusted',
  },
  ingestRate: {
    name: 'INGEST_RATE',
    default: '100',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Messages per second that one device may send',
  },
  ingestBurst: {
    name: 'INGEST_BURST',
    default: '1000',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Messages that one device may send in a burst after a pause',
  },
  ingestQueue: {
    name: 'INGEST_QUEUE',
    default: '50000',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Samples that may wait to be stored before more are rejected',
  },
  rawDays: {
    name: 'RAW_DAYS',
    default: '90',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Retention of individual readings, in days',
  },
  minuteDays: {
    name: 'MINUTE_DAYS',
    default: '365',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Retention of values by minute, in days; values by hour and day are kept forever',
  },
  quarantineDays: {
    name: 'QUARANTINE_DAYS',
    default: '30',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Retention of rejected messages, in days',
  },
  quarantineMb: {
    name: 'QUARANTINE_MB',
    default: '200',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Maximum size of rejected messages in megabytes; the oldest are deleted first',
  },
  auditDays: {
    name: 'AUDIT_DAYS',
    default: '730',
    schema: number(30, 36_500),
    expected: 'a whole number from 30 to 36500',
    description: 'Retention of the audit log, in days',
  },
} satisfies Record<string, Setting>
