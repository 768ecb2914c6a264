import { alerts } from '@eot/contract/alerts'
import { auth } from '@eot/contract/auth'
import { devices } from '@eot/contract/devices'
import type { AlertMessage, ChangeMessage, DeviceMessage, ReadingsMessage } from '@eot/contract/live'
import { live } from '@eot/contract/live'
import { sites } from '@eot/contract/sites'
import { afterAll, expect, test, vi } from 'vitest'
import { collect, connectLive, join } from '../../../test/live-client.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testLive } from '../../../test/test-live.ts'
import { accessTokenSeconds } from '../../access/access-token.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'

const app = await testLive()
afterAll(app.close)

const connect = (token: string | undefined, headers?: Record<string, string>) =>
  connectLive(app.url, token, headers)

test('an alert reaches the room of its site and of every site above it, and no other', async () => {
  const district = await app.make.site()
  const school = await app.make.site({ parent: district })
  const other = await app.make.site({ parent: district })
  const device = await app.make.device({ site: school })
  const { AccessToken } = await app.signIn({ site: district, role: 'Site Manager' })
  const socket = await connect(AccessToken)
  const heard = collect<AlertMessage>(socket, 'alerts')
  const elsewhere = await connect((await app.signIn({ site: other })).AccessToken)
  const overheard = collect<AlertMessage>(elsewhere, 'alerts')
  expect(await join(socket, 'alerts', district.id)).toEqual({ ok: true })
  expect(await join(elsewhere, 'alerts', other.id)).toEqual({ ok: true })

  await sendSamples(app.ingest, device.mac, [{ readings: { vape: 80 } }])
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 })
  expect(heard[0]).toMatchObject({
    Event: 'AlertStarted',
    EventType: 'Vape',
    SiteId: school.id,
    DeviceId: device.id,
  })
  // Sites above the viewer's own are hidden.
  expect(heard[0]?.Alert.SitePath.map(({ Id }) => Id)).toEqual([district.id, school.id])

  await app.call(
    alerts.update,
    { params: { id: heard[0]?.Alert.Id ?? '' }, body: { Confirmed: true, Comment: 'seen' } },
    { as: { AccessToken } },
  )
  await vi.waitFor(
    () => expect(heard.map(({ Event }) => Event)).toEqual(['AlertStarted', 'AlertConfirmed']),
    { timeout: 60_000 },
  )
  expect(heard[1]?.Seq).toBeGreaterThan(heard[0]?.Seq ?? Number.POSITIVE_INFINITY)
  expect(overheard).toEqual([])
})

test('a device that comes online is announced in the devices room', async () => {
  const site = await app.make.site()
  const device = await app.make.device({ site })
  const socket = await connect((await app.signIn({ site })).AccessToken)
  const heard = collect<DeviceMessage>(socket, 'devices')
  await join(socket, 'devices', site.id)
  await sendSamples(app.ingest, device.mac, [{ readings: { CO: 1 } }])
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 })
  expect(heard[0]).toMatchObject({ Event: 'DeviceOnline', Device: { Id: device.id, Status: 'ONLINE' } })
})

test('a new site or device is announced in the change rooms of the sites above it, and in no other', async () => {
  const district = await app.make.site()
  const school = await app.make.site({ parent: district })
  const other = await app.make.site({ parent: district })
  const { AccessToken } = await app.signIn({ site: district, role: 'Site Administrator' })
  const [socket, elsewhere] = [
    await connect(AccessToken),
    await connect((await app.signIn({ site: other })).AccessToken),
  ]
  const [heard, overheard] = [
    collect<ChangeMessage>(socket, 'changes'),
    collect<ChangeMessage>(elsewhere, 'changes'),
  ]
  const before = await app.call(live.events, { query: { SiteId: district.id } }, { as: { AccessToken } })
  expect(await join(socket, 'changes', district.id)).toEqual({ ok: true })
  expect(await join(elsewhere, 'changes', other.id)).toEqual({ ok: true })
  const as = { as: { AccessToken } }
  const annex = await app.call(sites.create, { body: { Name: 'Annex', ParentSite: school.id } }, as)
  await app.call(devices.create, { body: { Name: 'Lab', Mac: '00:11:22:aa:bb:cc', SiteId: school.id } }, as)
  const expected = [
    { Event: 'SitesChanged', SiteId: annex.data.Id },
    { Event: 'DeviceListChanged', SiteId: school.id },
  ]
  await vi.waitFor(() => expect(heard).toMatchObject(expected), { timeout: 60_000 })
  expect(overheard).toEqual([])
  // A client that was disconnected receives them when it catches up.
  const after = before.data.Seq
  const missed = await app.call(live.events, { query: { SiteId: district.id, after } }, as)
  expect(missed.data.Changes).toMatchObject(expected)
})

test('readings reach only clients that watch the device', async () => {
  const site = await app.make.site()
  const [watched, unwatched] = [await app.make.device({ site }), await app.make.device({ site })]
  const socket = await connect((await app.signIn({ site })).AccessToken)
  const heard = collect<ReadingsMessage>(socket, 'readings')
  expect(await join(socket, 'readings', site.id, watched.id)).toEqual({ ok: true })
  await sendSamples(app.ingest, unwatched.mac, [{ readings: { CO: 1 } }])
  await sendSamples(app.ingest, watched.mac, [{ readings: { CO: 2 } }])
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 })
  expect(heard[0]).toMatchObject({ DeviceId: watched.id, Samples: [[expect.any(Number), { CO: 2 }]] })
})

test('a client cannot join the room of a site, or watch a device, outside its own site', async () => {
  const [own, foreign] = [await app.make.site(), await app.make.site()]
  const device = await app.make.device({ site: foreign })
  const socket = await connect((await app.signIn({ site: own })).AccessToken)
  expect(await join(socket, 'alerts', foreign.id)).toEqual({ ok: false, ErrorCode: 'site_not_found' })
  expect(await join(socket, 'alerts', app.root.id)).toEqual({ ok: false, ErrorCode: 'site_not_found' })
  expect(await join(socket, 'readings', own.id, device.id)).toEqual({
    ok: false,
    ErrorCode: 'device_not_found',
  })
  expect(await join(socket, 'everything', own.id)).toEqual({ ok: false, ErrorCode: 'invalid_request' })
})

test('a connection without a valid token, or from a foreign page, is rejected', async () => {
  await expect(connect(undefined)).rejects.toThrow('invalid_access_token')
  await expect(connect('nonsense')).rejects.toThrow('invalid_access_token')
  const { AccessToken } = await app.signIn()
  await expect(connect(AccessToken, { Origin: 'https://elsewhere.example' })).rejects.toThrow()
})

test('logging out closes the connection', async () => {
  const tokens = await app.signIn()
  const socket = await connect(tokens.AccessToken)
  await app.call(auth.logout, { body: { RefreshToken: tokens.RefreshToken } })
  await expect.poll(() => socket.connected).toBe(false)
})

test('a client that was disconnected gets exactly the events it missed', async () => {
  const site = await app.make.site()
  const device = await app.make.device({ site })
  const as = await app.signIn({ site })
  const ask = async (after?: number) =>
    (await app.call(live.events, { query: { SiteId: site.id, after } }, { as })).data
  const { Seq } = await ask()
  await sendSamples(app.ingest, device.mac, [{ readings: { vape: 80, tamper: 1 } }])
  const missed = await ask(Seq)
  expect(missed.Alerts.map(({ EventType }) => EventType).sort()).toEqual(['Tamper', 'Vape'])
  expect(missed.Devices.map(({ Event }) => Event)).toEqual(['DeviceOnline'])
  expect(await ask(missed.Seq)).toMatchObject({ Alerts: [], Devices: [], Resync: false })
  expect(await ask(missed.Seq + 1000)).toMatchObject({ Resync: true })
})

test('a connection closes when its token expires, and reopens with the next one', async () => {
  const tokens = await app.signIn()
  const socket = await connect(tokens.AccessToken)
  app.advance(accessTokenSeconds * 1000 + 1)
  await vi.waitFor(() => expect(socket.connected).toBe(false), { timeout: 60_000 })
  const { data } = await app.call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })
  expect((await connect(data.AccessToken)).connected).toBe(true)
})

test.each([
  '/ws/?EIO=4&transport=polling',
  '/ws/?EIO=4&transport=none',
  '/ws/?EIO=4&transport=polling&sid=none',
])('%s responds with the security headers for browsers', async (path) => {
  const { headers } = await fetch(app.url + path)
  for (const [name, value] of Object.entries(securityHeaders(false))) expect(headers.get(name)).toBe(value)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a client at the former site of a device learns nothing of its name, site and state since', async () => {
  const [former, site] = [await app.make.site(), await app.make.site()]
  const device = await app.make.device({ site: former })
  const as = await app.signIn({ site: former })
  const ask = async (after?: number) =>
    (await app.call(live.events, { query: { SiteId: former.id, after } }, { as })).data
  const { Seq } = await ask()
  await sendSamples(app.ingest, device.mac, [{ readings: { CO: 1 } }])
  expect((await ask(Seq)).Devices).toMatchObject([{ Device: { Id: device.id, Site: { Id: former.id } } }])
  const body = { SiteId: site.id, Name: 'Board room' }
  await app.call(devices.update, { params: { id: device.id }, body }, { as: await app.signInAsRoot() })
  const missed = await ask(Seq)
  expect(missed.Devices).toEqual([])
  expect(JSON.stringify(missed)).not.toMatch(`Board room|${site.id}`)
})
