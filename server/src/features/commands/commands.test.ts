import { commands } from '@eot/contract/commands'
import type { Endpoint } from '@eot/contract/endpoint'
import { ingest } from '@eot/contract/ingest'
import type { MqttClient } from 'mqtt'
import { describe, expect, onTestFinished, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import { urlOf } from '../../../test/call-endpoint.ts'
import type { MadeDevice } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { connectDevice, testBroker } from '../../../test/test-broker.ts'

const app = await testApp()
const { call, db, make, server, signIn } = app
const broker = await testBroker(app)
const url = `mqtt://127.0.0.1:${broker.port}`
const dayMs = 86_400_000

async function room() {
  const site = await make.site()
  const as = await signIn({ site, role: 'Site Staff' })
  const device = await make.device({ site })
  const params = { id: device.id }
  const refresh = () => call(commands.refresh, { params }, { as })
  const list = async () => (await call(commands.list, { params }, { as })).data
  const status = async () => (await list()).map(({ Status }) => Status)
  return { site, as, device, refresh, list, status }
}

/** Connects as a device that collects its commands. */
async function listen(
  device: MadeDevice,
  mac = device.mac,
): Promise<{ client: MqttClient; received: string[] }> {
  const client = await connectDevice(url, device)
  const received: string[] = []
  client.on('message', (_topic, payload) => received.push(String(payload)))
  await client.subscribeAsync(`eot/${mac}/commands`, { qos: 1 })
  return { client, received }
}

const say = (client: MqttClient, device: MadeDevice, message: object) =>
  client.publishAsync(`eot/${device.mac}/events`, JSON.stringify(message), { qos: 1 })

const asDevice = (device: MadeDevice, endpoint: Endpoint, params: object, payload: string) =>
  server.inject({
    method: endpoint.method,
    url: urlOf(endpoint, params, {}),
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${btoa(`${device.mac}:${device.key}`)}`,
    },
    payload,
  })

describe('a refresh', () => {
  test('reaches a connected device at once, and its answer is shown with the time', async () => {
    const { device, refresh, list, as } = await room()
    const { client, received } = await listen(device)
    const { status, data } = await refresh()
    expect(status).toBe(202)
    expect(data).toMatchObject({ Command: 'refresh', Status: 'Queued', RequestedBy: { Id: as.user.id } })
    await expect.poll(() => received).toEqual([JSON.stringify({ command: 'refresh', id: data.Id })])
    await expect.poll(async () => (await list())[0]?.Status).toBe('Sent')
    await say(client, device, { event: 'refreshed', command: 'refresh', id: data.Id })
    expect(await list()).toMatchObject([
      { Id: data.Id, Status: 'Done', SentAt: expect.any(String), AnsweredAt: expect.any(String) },
    ])
  })

  test('waits for a disconnected device, and is sent when it subscribes again', async () => {
    const { device, refresh, status } = await room()
    const { data } = await refresh()
    expect(await status()).toEqual(['Queued'])
    await expect.poll(() => app.ingest.intake.commands.waitingFor(device.mac)).toHaveLength(1)
    const { client, received } = await listen(device)
    await expect.poll(() => received).toHaveLength(1)
    await say(client, device, { event: 'command-refused', command: 'refresh', id: data.Id })
    expect(await status()).toEqual(['Refused'])
  })

  test.each<[string, (mac: string) => string]>([
    ['hyphens', (mac) => mac.replaceAll(':', '-')],
    [
      'dots, in lowercase',
      (mac) =>
        mac
          .replaceAll(':', '')
          .toLowerCase()
          .replace(/(?<=^.{4}|^.{8})/g, '.'),
    ],
    ['no separators', (mac) => mac.replaceAll(':', '')],
  ])('reaches a device that writes its address with %s in its topics', async (_, spell) => {
    const { device, refresh, status } = await room()
    const mac = spell(device.mac)
    const { client, received } = await listen(device, mac)
    const { data } = await refresh()
    await expect.poll(() => received).toEqual([JSON.stringify({ command: 'refresh', id: data.Id })])
    await say(client, { ...device, mac }, { event: 'refreshed', id: data.Id })
    expect(await status()).toEqual(['Done'])
  })

  test('is sent again after a reconnect until the device has answered', async () => {
    const { device, refresh } = await room()
    const first = await listen(device)
    await refresh()
    await expect.poll(() => first.received).toHaveLength(1)
    await first.client.endAsync(true)
    const second = await listen(device)
    await expect.poll(() => second.received).toEqual(first.received)
  })

  test('is fetched over HTTP with the next readings, and answered there', async () => {
    const { device, refresh, status } = await room()
    const { data } = await refresh()
    await expect.poll(() => app.ingest.intake.commands.waitingFor(device.mac)).toHaveLength(1)
    const report = () => asDevice(device, ingest.readings, {}, '{"readings":{"noise":41}}')
    const sent = (await report()).json()
    expect(sent.Commands).toEqual([{ Id: data.Id, Command: 'refresh' }])
    const answer = () => asDevice(device, ingest.answerCommand, { id: data.Id }, '{"Result":"Done"}')
    expect((await answer()).statusCode).toBe(204)
    expect(await status()).toEqual(['Done'])
    expect((await report()).json()).not.toHaveProperty('Commands')
    expect((await answer()).statusCode).toBe(404)
  })

  test('is requested once while it waits', async () => {
    const { refresh, list } = await room()
    const [first, second] = [await refresh(), await refresh()]
    expect(second.data.Id).toBe(first.data.Id)
    expect(await list()).toHaveLength(1)
  })

  test('expires after a day without an answer', async () => {
    const { site, device, refresh } = await room()
    await refresh()
    await expect.poll(() => app.ingest.intake.commands.waitingFor(device.mac)).toHaveLength(1)
    app.advance(dayMs + 1)
    onTestFinished(() => app.advance(-dayMs - 1))
    const { data } = await call(commands.list, { params: { id: device.id } }, { as: await signIn({ site }) })
    expect(data).toMatchObject([{ Status: 'Expired', AnsweredAt: null }])
    expect(app.ingest.intake.commands.waitingFor(device.mac)).toEqual([])
  })

  test('cannot be answered by another device', async () => {
    const { refresh, status } = await room()
    const { data } = await refresh()
    const other = await make.device()
    const { client } = await listen(other)
    await say(client, other, { event: 'refreshed', id: data.Id })
    const overHttp = await asDevice(other, ingest.answerCommand, { id: data.Id }, '{"Result":"Done"}')
    expect(overHttp.statusCode).toBe(404)
    expect((await status())[0]).not.toBe('Done')
  })

  test("requires the permission and a device at one of the caller's sites, not in the inventory", async () => {
    const { site, device } = await room()
    const params = { id: device.id }
    const viewer = await signIn({ site, role: 'Viewer' })
    expect(problemOf(await call(commands.refresh, { params }, { as: viewer })).ErrorCode).toBe(
      'not_permitted',
    )
    const stranger = await signIn()
    for (const endpoint of [commands.refresh, commands.list])
      expect(problemOf(await call(endpoint, { params }, { as: stranger })).ErrorCode).toBe('device_not_found')
    const spare = await make.device({ site: null })
    const root = await app.signInAsRoot()
    const answer = await call(commands.refresh, { params: { id: spare.id } }, { as: root })
    expect(problemOf(answer).ErrorCode).toBe('device_not_claimed')
  })

  test('is recorded in the audit log', async () => {
    const { device, refresh } = await room()
    await refresh()
    const rows = await auditEntriesOf(db, device.id)
    expect(rows).toMatchObject([{ action: 'device.refresh_requested' }])
  })
})

test('a device shows the address from which it has connected', async () => {
  const { device } = await room()
  await listen(device)
  await asDevice(device, ingest.readings, {}, '{"readings":{"noise":41}}')
  const stored = () =>
    db
      .selectFrom('device_interface')
      .where('device_no', '=', device.no)
      .orderBy('type')
      .select(['type', 'ip'])
      .execute()
  await expect.poll(stored).toEqual([
    { type: 'Http', ip: '127.0.0.1' },
    { type: 'Mqtt', ip: '127.0.0.1' },
  ])
})
