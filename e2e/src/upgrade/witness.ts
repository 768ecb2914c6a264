import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import type { AlertMessage } from '@eot/contract/live'
import { sites } from '@eot/contract/sites'
import { collect, connectLive, join } from '@eot/server/test/live-client'
import { type PortalDevice, signInAsAdministrator } from '@eot/server/test/portal-client'
import { expect } from 'vitest'
import { patience } from '../laden-program.ts'
import { connectSensor } from '../sensor-client.ts'

interface Occasion {
  siteId: string
  /** A device that has not raised an alert yet. */
  device: PortalDevice
  mqttPort: number
  /** Ports of all processes that currently serve the API. */
  apiPorts: readonly number[]
}

/** Raises an alert, which every process must show, send to its browsers and let people confirm. */
export async function witnessAlert({ siteId, device, mqttPort, apiPorts }: Occasion): Promise<void> {
  const watchers = await Promise.all(apiPorts.map((port) => watch(port, siteId)))
  const sensor = await connectSensor(`mqtt://127.0.0.1:${mqttPort}`, device)
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()
  for (const { portal, heard } of watchers) {
    const started = () =>
      heard.filter(({ DeviceId, Event }) => DeviceId === device.id && Event === 'AlertStarted')
    await expect.poll(started, patience).toHaveLength(1)
    const { Items: listed = [] } = await portal.call(sites.list)
    expect(listed.map(({ Id }) => Id)).toContain(siteId)
    expect(await portal.call(devices.get, { params: { id: device.id } })).toMatchObject({ Id: device.id })
    const query = { SiteId: siteId }
    const { Items = [] } = await portal.call(alerts.list, { query })
    const [alert, ...others] = Items.filter(({ Device }) => Device.Id === device.id)
    expect(others).toEqual([])
    const params = { id: alert?.Id ?? '' }
    const Comment = `seen at ${portal.url}`
    expect(await portal.call(alerts.update, { params, body: { Confirmed: true, Comment } })).toMatchObject({
      Comment,
    })
    await portal.call(alerts.update, { params, body: { Confirmed: false } })
  }
  for (const { socket } of watchers) socket.disconnect()
}

async function watch(port: number, siteId: string) {
  const portal = await signInAsAdministrator(port)
  const socket = await connectLive(portal.url, portal.token)
  const heard = collect<AlertMessage>(socket, 'alerts')
  expect(await join(socket, 'alerts', siteId)).toMatchObject({ ok: true })
  return { portal, socket, heard }
}
