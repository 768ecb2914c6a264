import type { MadeDevice } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Reports a temperature, or other values, over HTTP as a device. */
export const reportReading = (
  app: TestApp,
  device: MadeDevice,
  readings: Record<string, number> = { temperature: 21 },
) =>
  app.server.inject({
    method: 'POST',
    url: '/api/ingest/readings',
    headers: {
      authorization: `Basic ${Buffer.from(`${device.mac}:${device.key}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ readings }),
  })
