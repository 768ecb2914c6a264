import { expect, test } from 'vitest'
import { createMetrics, type LabeledGauge } from './metrics.ts'

const gauges = { waitingInputs: () => 0, liveConnections: () => 0 }
const lag = (read: LabeledGauge['read']): LabeledGauge => ({
  name: 'eot_event_follower_lag',
  help: 'Events not yet handled by a follower',
  label: 'follower',
  read,
})

test('the metrics report the lag and the failures of each event follower', async () => {
  const metrics = createMetrics({ ...gauges, labeled: [lag(async () => [{ of: 'webhooks', value: 3 }])] })
  metrics.countFollowerFailure('webhooks')
  const text = await metrics.text()
  expect(text).toContain('eot_event_follower_lag{follower="webhooks"} 3')
  expect(text).toContain('eot_event_follower_failures_total{follower="webhooks"} 1')
})

test('the metrics are available without the database', async () => {
  const away = () => Promise.reject(new Error('the database is away'))
  const text = await createMetrics({ ...gauges, labeled: [lag(away)] }).text()
  expect(text).toContain('eot_readings_total 0')
})

test('the metrics count the errors that browsers reported, by kind', async () => {
  const metrics = createMetrics({ ...gauges, labeled: [] })
  metrics.countClientError('Render')
  expect(await metrics.text()).toContain('eot_client_errors_total{kind="Render"} 1')
})
