import { resolve } from 'node:path'
import { z } from 'zod'
import { accountSettings } from './account-settings.ts'
import { httpSettings } from './http-settings.ts'
import { intakeSettings } from './intake-settings.ts'
import { mqttSettings } from './mqtt-settings.ts'
import { flag, isAddressOrSubnet, isHostOrSubnet, list, type Setting, text, url } from './setting-schemas.ts'

/** Every environment variable of the program. The README's table is generated from it. */
export const settings = {
  ...httpSettings,
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
  databasePoolerUrl: {
    name: 'DATABASE_POOLER_URL',
    schema: text.regex(/^postgres(ql)?:\/\//),
    expected: 'a postgres:// address',
    description:
      'Connection pooler in transaction mode in front of the database in `DATABASE_URL`, such as pgbouncer, for API requests. Default: none',
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
  ...accountSettings,
  weatherUrl: {
    name: 'WEATHER_URL',
    schema: url('http', 'https'),
    expected: 'an http:// or https:// address',
    description:
      'Weather service in the format of Open-Meteo, such as `https://api.open-meteo.com/v1/forecast`. Default: none; no weather is shown',
    secret: true,
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
    description:
      'With 1, `npm start` fills an empty database with the demonstration organization. Not available in release archives and images',
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
  egressAllow: {
    name: 'EGRESS_ALLOW',
    default: '',
    schema: list(text.refine(isHostOrSubnet)),
    expected: 'host names, addresses or subnets such as 10.0.0.0/8, separated by commas',
    description:
      'Hosts in your own network that users may enter as targets of requests, such as webhooks. Plain HTTP is allowed there. Default: none',
  },
  ...intakeSettings,
} satisfies Record<string, Setting>
