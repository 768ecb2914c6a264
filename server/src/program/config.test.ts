import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'
import { settings } from './settings.ts'

function complaintOf(environment: NodeJS.ProcessEnv): string {
  try {
    parseConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

test('an empty environment gives the defaults', () => {
  expect(parseConfig({})).toEqual({
    oidcIssuer: 'https://login.microsoftonline.com/organizations/v2.0',
    port: 8080,
    host: '0.0.0.0',
    httpTls: false,
    httpConnectionsPerAddress: 1000,
    publicUrl: 'http://localhost:8080',
    dataDir: resolve('data'),
    mqttPort: 1883,
    mqttTlsPort: 8883,
    mqttConnectionsPerAddress: 1000,
    roles: ['api', 'ingest', 'worker'],
    logLevel: 'info',
    demo: false,
    egressAllow: [],
    trustProxy: [],
    ingestRate: 100,
    ingestBurst: 1000,
    ingestQueue: 50_000,
    rawDays: 90,
    quarantineDays: 30,
    quarantineMb: 200,
    auditDays: 730,
    minuteDays: 365,
  })
})

test('given values are parsed and trimmed', () => {
  const config = parseConfig({
    PORT: '9000',
    PUBLIC_URL: 'https://eot.example/',
    DATABASE_URL: 'postgres://eot:pw@/eot?host=/run/pg',
    ROLES: 'api, worker',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    EGRESS_ALLOW: 'hooks.lan, 10.1.0.0/16',
    DEMO: '1',
    SECRET_KEY: '00'.repeat(32),
  })
  expect(config).toMatchObject({
    port: 9000,
    publicUrl: 'https://eot.example',
    databaseUrl: 'postgres://eot:pw@/eot?host=/run/pg',
    roles: ['api', 'worker'],
    trustProxy: ['10.0.0.0/8', '::1'],
    demo: true,
    secretKey: Buffer.alloc(32),
  })
})

test('with TLS enabled the portal has an https address and requires a certificate', () => {
  const files = { TLS_CERT_FILE: '/etc/eot/cert.pem', TLS_KEY_FILE: '/etc/eot/key.pem' }
  expect(parseConfig({ HTTP_TLS: '1', ...files })).toMatchObject({
    httpTls: true,
    publicUrl: 'https://localhost:8080',
  })
  expect(complaintOf({ HTTP_TLS: '1' })).toContain('TLS_CERT_FILE is missing')
  expect(complaintOf({ HTTP_TLS: '0' })).toBe('')
})

test('a pooler requires the address of the database itself', () => {
  const pooler = { DATABASE_POOLER_URL: 'postgres://eot@pooler:6432/eot' }
  expect(complaintOf(pooler)).toContain('DATABASE_URL is missing')
  expect(complaintOf({ ...pooler, DATABASE_URL: 'postgres://eot@db/eot' })).toBe('')
})

test('an empty value counts as absent', () => {
  expect(parseConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 8080 })
  expect(parseConfig({ SMTP_URL: '' }).smtpUrl).toBe(undefined)
})

test.each([
  ['PORT', '80 80'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['MQTT_PORT', '1e3'],
  ['PUBLIC_URL', 'eot.example'],
  ['PUBLIC_URL', 'ftp://eot.example'],
  ['ROLES', 'api,cook'],
  ['ROLES', ','],
  ['LOG_LEVEL', 'loud'],
  ['DEMO', 'yes'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'proxy.example'],
  ['EGRESS_ALLOW', '10.0.0.0/33'],
  ['EGRESS_ALLOW', 'https://hooks.lan'],
  ['OIDC_ISSUER', 'issuer'],
  ['INGEST_RATE', '0'],
  ['RAW_DAYS', '1.5'],
])('%s=%s is rejected with its name, its value and the expected format', (name, value) => {
  const setting = Object.values(settings).find((one) => one.name === name)
  expect(complaintOf({ [name]: value })).toContain(`${name} is "${value}", expected ${setting?.expected}`)
})

test.each([
  ['DATABASE_URL', 'mysql://eot:hunter2@db'],
  ['MQTT_URL', 'hunter2'],
  ['REDIS_URL', 'http://:hunter2@redis'],
  ['SMTP_URL', 'hunter2@mail'],
  ['WEATHER_URL', 'file:///hunter2'],
  ['SECRET_KEY', 'hunter2'],
  ['METRICS_TOKEN', 'hunter2'],
])('%s is rejected without repeating its secret value', (name, value) => {
  expect(complaintOf({ [name]: value })).toMatch(new RegExp(`${name} is wrong, expected .+`))
  expect(complaintOf({ [name]: value })).not.toContain('hunter2')
})

test('all invalid settings are reported at once', () => {
  const complaint = complaintOf({ PORT: 'x', DEMO: 'x', ADMIN_EMAIL: 'admin@eot.example' })
  expect(complaint.split('\n').slice(1)).toEqual([
    '  ADMIN_PASSWORD is missing: expected 10 to 128 characters, because ADMIN_EMAIL is set',
    '  PORT is "x", expected a port number from 0 to 65535',
    '  DEMO is "x", expected 0 or 1',
  ])
})
