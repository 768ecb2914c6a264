import type { AlertMessage, ReadingsMessage } from '@eot/contract/live'
import { afterAll, expect, test, vi } from 'vitest'
import type { MadeDevice, MadeSite } from '../../../test/factories.ts'
import { collect, connectLive, join, leave } from '../../../test/live-client.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testLive } from '../../../test/test-live.ts'
import { pathBelow } from '../../access/site-path.ts'

const app = await testLive()
afterAll(app.close)

const patience = { timeout: 60_000 }

async function personOf(site: MadeSite) {
  const socket = await connectLive(app.url, (await app.signIn({ site })).AccessToken)
  return { socket, alerts: collect<AlertMessage>(socket, 'alerts') }
}

let second = 0
const send = ({ mac }: MadeDevice, vape: number) =>
  sendSamples(app.ingest, mac, [{ at: Date.now() - 60_000 + second++ * 1000, readings: { vape } }])

/** Waits until the device directory has picked up a change the test made directly in the database. */
const knownAt = (device: MadeDevice, site: MadeSite) =>
  vi.waitFor(async () => {
    expect((await app.ingest.intake.directory.findByMac(device.mac))?.siteId).toBe(site.id)
  }, patience)

test('a client that joins a room and leaves it at once ends up outside, however long joining takes', async () => {
  const district = await app.make.site()
  const [left, kept] = [await app.make.site({ parent: district }), await app.make.site({ parent: district })]
  const { socket, alerts } = await personOf(district)
  const answers = [join(socket, 'alerts', left.id), leave(socket, 'alerts', left.id)]
  expect(await Promise.all([...answers, join(socket, 'alerts', kept.id)])).toEqual(
    Array(3).fill({ ok: true }),
  )
  await send(await app.make.device({ site: left }), 80)
  await send(await app.make.device({ site: kept }), 80)
  await vi.waitFor(() => expect(alerts.map(({ SiteId }) => SiteId)).toContain(kept.id), patience)
  expect(alerts).toHaveLength(1)
})

test('a room is the same whatever the case of the site id', async () => {
  const site = await app.make.site()
  const { socket, alerts } = await personOf(site)
  expect(await join(socket, 'alerts', site.id.toUpperCase())).toEqual({ ok: true })
  await send(await app.make.device({ site }), 80)
  await vi.waitFor(() => expect(alerts).toHaveLength(1), patience)
})

test('the keys of a message may start with a lowercase letter, like those of a request', async () => {
  const site = await app.make.site()
  const { socket, alerts } = await personOf(site)
  const room = { action: 'join', siteId: site.id, eventType: 'alerts' }
  expect(await socket.emitWithAck('join', room)).toEqual({ ok: true })
  await send(await app.make.device({ site }), 80)
  await vi.waitFor(() => expect(alerts).toHaveLength(1), patience)
  const left = { ...room, action: 'leave' }
  expect(await socket.emitWithAck('leave', left)).toEqual({ ok: true })
  expect(await socket.emitWithAck('join', { ...room, Action: 'join' })).toMatchObject({
    ok: false,
    ErrorCode: 'invalid_request',
  })
})

test('the end of an alert is sent to the site where it was raised, even if its device has moved to another site', async () => {
  const parent = await app.make.site()
  const [before, after] = [await app.make.site({ parent }), await app.make.site({ parent })]
  const device = await app.make.device({
    site: before,
    settings: JSON.stringify({ Rules: { Vape: { ClearHold: 0, Cooldown: 0 } } }),
  })
  const [there, here] = [await personOf(before), await personOf(after)]
  await join(there.socket, 'alerts', before.id)
  await join(here.socket, 'alerts', after.id)
  await send(device, 80)
  await app.db.updateTable('device').set({ site_id: after.id }).where('id', '=', device.id).execute()
  await knownAt(device, after)
  await send(device, 1)
  await vi.waitFor(() => expect(there.alerts.map(({ Event }) => Event)).toContain('AlertEnded'), patience)
  expect(there.alerts.map(({ SiteId }) => SiteId)).toEqual([before.id, before.id])
  await send(device, 80)
  await vi.waitFor(() => expect(here.alerts).toHaveLength(1), patience)
  expect(here.alerts).toMatchObject([{ Event: 'AlertStarted', SiteId: after.id }])
  expect(there.alerts).toHaveLength(2)
})

test('a client stops watching a device that moves to a site outside its own', async () => {
  const [before, after] = [await app.make.site(), await app.make.site()]
  const device = await app.make.device({ site: before })
  const { socket } = await personOf(before)
  const heard = collect<ReadingsMessage>(socket, 'readings')
  expect(await join(socket, 'readings', before.id, device.id)).toEqual({ ok: true })
  await send(device, 1)
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), patience)
  await app.db.updateTable('device').set({ site_id: after.id }).where('id', '=', device.id).execute()
  await vi.waitFor(() => expect(app.hub.watchedDevices()).not.toContain(device.id), patience)
})

test('a client loses the room of a site that moves out of its own, while other clients keep it', async () => {
  const [old, next] = [await app.make.site(), await app.make.site()]
  const school = await app.make.site({ parent: old })
  const [left, kept] = [await personOf(old), await personOf(school)]
  expect(await join(left.socket, 'alerts', school.id)).toEqual({ ok: true })
  expect(await join(kept.socket, 'alerts', school.id)).toEqual({ ok: true })
  const removed: string[] = []
  left.socket.on('removed', () => removed.push('left'))
  kept.socket.on('removed', () => removed.push('kept'))
  const path = pathBelow(next.path, school.id)
  await app.db.updateTable('site').set({ parent_id: next.id, path }).where('id', '=', school.id).execute()
  await vi.waitFor(async () => {
    const [heardThere, heardHere] = [left.alerts.length, kept.alerts.length]
    await send(await app.make.device({ site: school }), 80)
    await vi.waitFor(() => expect(kept.alerts).toHaveLength(heardHere + 1), patience)
    expect(left.alerts).toHaveLength(heardThere)
  }, patience)
  expect(await join(left.socket, 'alerts', school.id)).toEqual({ ok: false, ErrorCode: 'site_not_found' })
  expect(removed).toEqual(['left'])
})
