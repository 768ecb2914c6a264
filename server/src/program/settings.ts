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

/** Every environment variable of the program; the README's table is made from this one. */
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
    expected: 'an address of this machine',
    description: 'Address that HTTP and MQTT listen on',
  },
  httpTls: {
    name: 'HTTP_TLS',
    default: '0',
    schema: flag(),
    expected: '0 or 1',
    description: 'With 1, `PORT` speaks HTTPS with `TLS_CERT_FILE`; else TLS is for a proxy to end',
  },
  httpConnections: {
    name: 'HTTP_CONNECTIONS',
    schema: positive,
    expected: 'a whole number from 1',
    description:
      'Connections of browsers to this process at most, live ones included; absent: half of what its limit of open files allows',
  },
  httpConnectionsPerAddress: {
    name: 'HTTP_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    schema: positive,
    expected: 'a whole number from 1',
    description:
      'Connections of browsers from one address at most; people behind one router share theirs, those of `TRUST_PROXY` have no such limit',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    schema: url('http', 'https').transform((value) => value.replace(/\/+$/, '')),
    expected: 'an http:// or https:// address',
    description:
      'Address of the portal in emails and links; absent: `http://localhost:PORT`, with `HTTP_TLS` `https://`',
  },
  dataDir: {
    name: 'DATA_DIR',
    default: './data',
    schema: text.transform((value) => resolve(value)),
    expected: 'a directory',
    description: 'Directory of the embedded database and of generated keys',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    schema: text.regex(/^postgres(ql)?:\/\//),
    expected: 'a postgres:// address',
    description: 'PostgreSQL 15 or later; absent: the embedded one, in `DATA_DIR`',
    secret: true,
  },
  ...mqttSettings,
  redisUrl: {
    name: 'REDIS_URL',
    schema: url('redis', 'rediss'),
    expected: 'a redis:// or rediss:// address',
    description: 'Redis; not used yet: processes meet in PostgreSQL',
    secret: true,
  },
  roles: {
    name: 'ROLES',
    default: 'api,ingest,worker',
    schema: list(z.enum(['api', 'ingest', 'worker'])).refine((roles) => roles.length > 0),
    expected: 'one or more of api, ingest, worker, separated by commas',
    description: 'What this process does',
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    schema: z.email(),
    expected: 'an email address',
    description:
      'First system administrator, made on an empty database; absent: one is made up and printed once',
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
    description: 'Key that protects stored secrets; absent: made once and kept in `DATA_DIR/secret.key`',
    secret: true,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    schema: url('smtp', 'smtps'),
    expected: 'an smtp:// or smtps:// address',
    description: 'Mail server; absent: mails are kept in the email log, and printed in the log',
    secret: true,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    schema: text.regex(/^(?:[^<>\r\n]* )?<?[^\s<>@]+@[^\s<>@]+>?$/),
    expected: 'an address such as portal@example.org or EoT LIVE <portal@example.org>',
    description: 'Sender of mails; absent: `no-reply@` the host of `PUBLIC_URL`',
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
    description: 'Issuer for single sign-on by OpenID Connect; Microsoft Entra unless another is given',
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    schema: text,
    expected: 'the client id that the issuer gave',
    description:
      'Client id at the issuer; absent: no single sign-on. The issuer returns to `PUBLIC_URL/azure`',
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    schema: text,
    expected: 'the client secret that the issuer gave',
    description: 'Client secret at the issuer',
    secret: true,
  },
  weatherUrl: {
    name: 'WEATHER_URL',
    schema: url('http', 'https'),
    expected: 'an http:// or https:// address',
    description: 'Weather service that answers as Open-Meteo does; not used yet',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    expected: 'fatal, error, warn, info, debug, trace or silent',
    description: 'Least important message to log',
  },
  demo: {
    name: 'DEMO',
    default: '0',
    schema: flag(),
    expected: '0 or 1',
    description: 'With 1, an empty database gets the demonstration organization',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    schema: text.min(16),
    expected: 'at least 16 characters',
    description:
      'Bearer token that opens `/metrics`; absent: it answers programs on this machine that ask directly, not through a proxy',
    secret: true,
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: '',
    schema: list(text.refine(isAddressOrSubnet)),
    expected: 'addresses or subnets such as 10.0.0.0/8, separated by commas',
    description: 'Proxies whose `X-Forwarded-…` headers count',
  },
  ingestRate: {
    name: 'INGEST_RATE',
    default: '100',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Messages a second that one device may send',
  },
  ingestBurst: {
    name: 'INGEST_BURST',
    default: '1000',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Messages that one device may send at once, after a pause',
  },
  ingestQueue: {
    name: 'INGEST_QUEUE',
    default: '50000',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Samples that may wait to be stored before more are turned away',
  },
  rawDays: {
    name: 'RAW_DAYS',
    default: '90',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Days that single readings are kept',
  },
  minuteDays: {
    name: 'MINUTE_DAYS',
    default: '365',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Days that values by the minute are kept; those by hour and day stay for good',
  },
  quarantineDays: {
    name: 'QUARANTINE_DAYS',
    default: '30',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Days that refused messages are kept',
  },
  quarantineMb: {
    name: 'QUARANTINE_MB',
    default: '200',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Megabytes that refused messages may take; the oldest go first',
  },
  auditDays: {
    name: 'AUDIT_DAYS',
    default: '730',
    schema: number(30, 36_500),
    expected: 'a whole number from 30 to 36500',
    description: 'Days that the audit log is kept',
  },
} satisfies Record<string, Setting>
