import { expect, onTestFinished, test } from 'vitest'
import { startSink } from '../test/http-sink.ts'
import { startHttpFleet } from './start-http-fleet.ts'

test('every device reports over HTTP, with the kinds it has sensors for', async () => {
  const portal = await startSink(({ body }) => ({
    status: 202,
    body: { Accepted: [JSON.parse(body)].flat().length, Duplicates: 0, Rejected: [] },
  }))
  const room = { roomType: 'classroom' as const, timeZone: 'Europe/Berlin', name: 'Room' }
  const fleet = startHttpFleet({
    devices: [
      { ...room, mac: 'A4:CF:12:7B:03:01', key: 'one', seed: 1 },
      { ...room, mac: 'A4:CF:12:7B:03:02', key: 'two', seed: 2, kinds: ['temperature', 'ECO2'] },
    ],
    portalUrl: portal.url,
    intervalMs: 60_000,
  })
  onTestFinished(() => fleet.stop())
  await expect.poll(() => fleet.counts.accepted).toBe(2)
  const kinds = portal.requests
    .map(({ body }) => Object.keys(JSON.parse(body).readings).length)
    .sort((a, b) => a - b)
  expect(kinds).toEqual([2, 17])
})
