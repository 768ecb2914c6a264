import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createStops } from '../platform/stops.ts'
import { parseConfig } from './config.ts'
import { certificateGauge, openTls } from './open-tls.ts'

const log = createLog('silent')

async function metricsWith(environment: NodeJS.ProcessEnv) {
  const { certificateFile, keyFile } = makeCertificate(await makeTemporaryDirectory(), 'a.example.org', 20)
  const config = parseConfig({ TLS_CERT_FILE: certificateFile, TLS_KEY_FILE: keyFile, ...environment })
  const stops = createStops(log)
  onTestFinished(() => stops.run())
  const tls = await openTls({ config, log }, stops)
  const labeled = [certificateGauge({ config, tls })]
  const text = await createMetrics({ waitingInputs: () => 0, liveConnections: () => 0, labeled }).text()
  return /^eot_certificate_days\{file="(.*)"\} (\S+)$/m.exec(text)
}

test('the days left of the certificate are in the metrics', async () => {
  const [, file, days] = (await metricsWith({})) ?? []
  expect(file).toMatch(/\.pem$/)
  expect(Math.round(Number(days))).toBe(20)
})

test('a process without a server that uses TLS has no such metric', async () => {
  expect(await metricsWith({ ROLES: 'worker' })).toBeNull()
  expect(await metricsWith({ MQTT_URL: 'mqtt://broker.example.org' })).toBeNull()
})
