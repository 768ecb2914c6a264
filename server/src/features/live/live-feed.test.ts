import type { AlertMessage } from '@eot/contract/live'
import { catchUpLimit, live } from '@eot/contract/live'
import { afterAll, expect, test, vi } from 'vitest'
import { collect, connectLive, join } from '../../../test/live-client.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testLive } from '../../../test/test-live.ts'
import { createLiveSources } from '../../live-sources.ts'

const broken = { reads: 0 }
const app = await testLive((db) => {
  const sources = createLiveSources(db)
  return {
    ...sources,
    async alerts(ids) {
      if (broken.reads-- > 0) throw new Error('the database is away')
      return sources.alerts(ids)
    },
  }
})
afterAll(app.close)

const patience = { timeout: 60_000 }

async function listener() {
  const site = await app.make.site()
  const as = await app.signIn({ site })
  const socket = await connectLive(app.url, as.AccessToken)
  const alerts = collect<AlertMessage>(socket, 'alerts')
  await join(socket, 'alerts', site.id)
  const device = await app.make.device({ site })
  const ask = async (after?: number) =>
    (await app.call(live.events, { query: { SiteId: site.id, after } }, { as })).data
  return { site, device, alerts, ask }
}

/** Stores events about a device, as another version of the program or a burst of events would. */
async function store(of: { site: { path: string }; device: { id: string } }, event: string, count: number) {
  await app.pool.query(
    `with counter as (update event_sequence set seq = seq + $4 returning seq)
     insert into event (seq, at, site_path, kind, device_id)
     select seq - n, now(), $1, $2, $3 from counter, generate_series(0, $4::int - 1) n`,
    [of.site.path, event, of.device.id, count],
  )
}

test('an event that could not be read is sent as soon as it can be, without waiting for another event', async () => {
  const { device, alerts } = await listener()
  broken.reads = 3
  await sendSamples(app.ingest, device.mac, [{ readings: { vape: 80 } }])
  await vi.waitFor(() => expect(alerts).toMatchObject([{ Event: 'AlertStarted' }]), patience)
})

test('an event known only to a newer version of the program does not block other events', async () => {
  const { alerts, ask, ...of } = await listener()
  const { Seq } = await ask()
  await store(of, 'DevicePolished', 1)
  await sendSamples(app.ingest, of.device.mac, [{ readings: { vape: 80 } }])
  await vi.waitFor(() => expect(alerts).toHaveLength(1), patience)
  expect(await ask(Seq)).toMatchObject({
    Alerts: [{ Event: 'AlertStarted' }],
    Devices: [{ Event: 'DeviceOnline' }],
  })
})

test('a catch-up returns at most the maximum number of events, in order; beyond that the client must reload', async () => {
  const { ask, ...of } = await listener()
  const { Seq } = await ask()
  await store(of, 'DeviceChanged', catchUpLimit)
  const all = await ask(Seq)
  expect(all.Resync).toBe(false)
  expect(all.Devices.map((message) => message.Seq - Seq)).toEqual(
    Array.from({ length: catchUpLimit }, (_, index) => index + 1),
  )
  await store(of, 'DeviceChanged', 1)
  expect(await ask(Seq)).toEqual({
    Seq: Seq + catchUpLimit + 1,
    Resync: true,
    Alerts: [],
    Devices: [],
    Changes: [],
  })
  expect(await ask(Seq + 1)).toMatchObject({ Resync: false, Devices: { length: catchUpLimit } })
})

test('a catch-up ignores events of other sites, and the client must reload if events have been deleted', async () => {
  const [own, other] = [await listener(), await listener()]
  const { Seq } = await own.ask()
  await store(other, 'DeviceChanged', catchUpLimit + 1)
  expect(await own.ask(Seq)).toEqual({
    Seq: Seq + catchUpLimit + 1,
    Resync: false,
    Alerts: [],
    Devices: [],
    Changes: [],
  })
  await app.pool.query('delete from event where seq <= $1', [Seq + 1])
  expect(await own.ask(Seq)).toMatchObject({ Resync: true })
  expect(await own.ask(Seq + 1)).toMatchObject({ Resync: false })
})
