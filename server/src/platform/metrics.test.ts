import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const gauges = { waitingInputs: () => 0, liveConnections: () => 0 }

test('the metrics report the lag and the failures of each event follower', async () => {
  const metrics = createMetrics({ ...gauges, followerLags: async () => [{ name: 'webhooks', count: 3 }] })
  metrics.countFollowerFailure('webhooks')
  const text = await metrics.text()
  expect(text).toContain('eot_event_follower_lag{follower="webhooks"} 3')
  expect(text).toContain('eot_event_follower_failures_total{follower="webhooks"} 1')
})

test('the metrics are available without the database', async () => {
  const followerLags = () => Promise.reject(new Error('the database is away'))
  const text = await createMetrics({ ...gauges, followerLags }).text()
  expect(text).toContain('eot_readings_total 0')
})

test('the metrics count the errors that browsers reported, by kind', async () => {
  const metrics = createMetrics({ ...gauges, followerLags: async () => [] })
  metrics.countClientError('Render')
  expect(await metrics.text()).toContain('eot_client_errors_total{kind="Render"} 1')
})
