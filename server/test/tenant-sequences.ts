import { alerts } from '@eot/contract/alerts'
import { auth } from '@eot/contract/auth'
import { devices } from '@eot/contract/devices'
import type { Endpoint } from '@eot/contract/endpoint'
import { live } from '@eot/contract/live'
import { quarantine } from '@eot/contract/quarantine'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { expect } from 'vitest'
import { type Dice, seededDice } from './hostile-packets.ts'
import type { TestApp } from './test-app.ts'

/** A device key or gateway token, and whether it is still valid. */
interface Secret {
  value: string
  isValid: boolean
}

interface Tenant {
  user: Awaited<ReturnType<TestApp['make']['user']>>
  session: Awaited<ReturnType<TestApp['signIn']>>
  siteIds: string[]
  devices: { id: string; mac: string; keys: Secret[] }[]
  gateways: (Secret & { id: string; siteId: string })[]
}

let macs = 0
const newMac = () =>
  `06:00:00:${[16, 8, 0].map((bits) => ((macs >> bits) & 255).toString(16).padStart(2, '0')).join(':')}`

const pick = <T>(list: readonly T[], dice: Dice): T | undefined => list[dice(list.length)]
const idsOf = ({ siteIds, devices: own, gateways }: Tenant) => [
  ...siteIds,
  ...own.map(({ id }) => id),
  ...gateways.map(({ id }) => id),
]

/**
 * Three tenants make twenty permitted calls in random order: the records they added are visible only to them, revoked and
 * signed-out credentials are refused, and no response is 5xx.
 */
export async function runTenantSequence(app: TestApp, seed: number): Promise<void> {
  const { call, make, server } = app
  const dice = seededDice(seed)
  const tenants: Tenant[] = []
  for (let n = 0; n < 3; n++) {
    const user = await make.user({ site: await make.site(), role: 'Site Administrator' })
    tenants.push({
      user,
      session: await app.signIn(user),
      siteIds: [user.site.id],
      devices: [],
      gateways: [],
    })
  }
  const done: string[] = []
  const shown = () => `SEED=${seed}: ${done.join(', ')}`

  async function report(authorization: string, url: string, body: string): Promise<number> {
    const type = url.endsWith('bulk') ? 'application/x-ndjson' : 'application/json'
    const headers = { authorization, 'content-type': type }
    return (await server.inject({ method: 'POST', url: `/api/ingest/${url}`, headers, payload: body }))
      .statusCode
  }
  // A new or revoked secret is known to the intake a moment later.
  const expectValid = (secret: Secret, ask: () => Promise<number>) =>
    expect.poll(ask, { message: shown() }).toBe(secret.isValid ? 202 : 401)

  const steps: Record<string, (own: Tenant, other: Tenant) => Promise<unknown>> = {
    async 'add a site'({ session, siteIds }) {
      const body = { Name: `Site ${dice(1_000_000_000)}`, ParentSite: pick(siteIds, dice) }
      const { status, data } = await call(sites.create, { body }, { as: session })
      expect(status, shown()).toBe(201)
      siteIds.push(data.Id)
    },
    async 'add a device'({ session, siteIds, devices: own }) {
      macs++
      const body = { Name: 'Room', Mac: newMac(), SiteId: pick(siteIds, dice) }
      const { status, data } = await call(devices.create, { body }, { as: session })
      expect(status, shown()).toBe(201)
      own.push({ id: data.Id, mac: data.Mac, keys: [{ value: data.DeviceKey, isValid: true }] })
    },
    async 'replace a key'({ session, devices: own }) {
      const device = pick(own, dice)
      if (!device) return
      const input = { params: { id: device.id }, body: { OverlapSeconds: 0 } }
      const { status, data } = await call(devices.replaceKey, input, { as: session })
      expect(status, shown()).toBe(201)
      for (const key of device.keys) key.isValid = false
      device.keys.push({ value: data.DeviceKey, isValid: true })
    },
    async 'revoke keys'({ session, devices: own }) {
      const device = pick(own, dice)
      if (!device) return
      const { status } = await call(devices.revokeKey, { params: { id: device.id } }, { as: session })
      expect(status, shown()).toBe(204)
      for (const key of device.keys) key.isValid = false
    },
    async 'report by a key'({ devices: own }) {
      const device = pick(own, dice)
      const key = device && pick(device.keys, dice)
      if (!key) return
      const authorization = `Basic ${Buffer.from(`${device.mac}:${key.value}`).toString('base64')}`
      await expectValid(key, () => report(authorization, 'readings', '{"readings":{"noise":40}}'))
    },
    async 'add a gateway'({ session, siteIds, gateways }) {
      const siteId = pick(siteIds, dice) ?? ''
      const { status, data } = await call(
        sites.createGatewayToken,
        { params: { id: siteId }, body: {} },
        { as: session },
      )
      expect(status, shown()).toBe(201)
      gateways.push({ id: data.Id, siteId, value: data.Token, isValid: true })
    },
    async 'revoke a gateway'({ session, gateways }) {
      const gateway = pick(gateways, dice)
      if (!gateway) return
      const params = { id: gateway.siteId, tokenId: gateway.id }
      const { status } = await call(sites.revokeGatewayToken, { params }, { as: session })
      expect(status, shown()).toBe(gateway.isValid ? 204 : 404)
      gateway.isValid = false
    },
    async 'report by a gateway'({ gateways }, other) {
      const gateway = pick(gateways, dice)
      if (!gateway) return
      const foreign = JSON.stringify({ mac: pick(other.devices, dice)?.mac, readings: { noise: 99 } })
      await expectValid(gateway, () => report(`Bearer ${gateway.value}`, 'bulk', foreign))
    },
    async 'read everything'({ session }) {
      const foreign = tenants.filter((tenant) => tenant.session !== session).flatMap(idsOf)
      const lists: Endpoint[] = [
        sites.list,
        sites.tree,
        devices.list,
        devices.all,
        devices.online,
        alerts.list,
      ]
      for (const list of [...lists, quarantine.list, live.events]) {
        const { status, text } = await call(list, {}, { as: session })
        expect(status, `${list.path} ${shown()}`).toBe(200)
        expect(
          foreign.filter((id) => text.includes(id)),
          `${list.path} ${shown()}`,
        ).toEqual([])
      }
    },
    async 'touch what is foreign'({ session }, other) {
      const [site = '', device] = [pick(other.siteIds, dice), pick(other.devices, dice)]
      const answers = [
        await call(sites.get, { params: { id: site } }, { as: session }),
        await call(sites.create, { body: { Name: 'Foreign', ParentSite: site } }, { as: session }),
        await call(sites.createGatewayToken, { params: { id: site }, body: {} }, { as: session }),
        ...(device ? [await call(devices.revokeKey, { params: { id: device.id } }, { as: session })] : []),
      ]
      expect(new Set(answers.map(({ status }) => status)), shown()).toEqual(new Set([404]))
    },
    async 'sign out and in'(own) {
      const { session } = own
      await call(auth.logout, { body: { RefreshToken: session.RefreshToken } })
      await expect
        .poll(async () => (await call(users.me, {}, { as: session })).status, { message: shown() })
        .toBe(401)
      own.session = await app.signIn(own.user)
    },
  }
  const names = Object.keys(steps)
  for (let step = 0; step < 20; step++) {
    const [own, other] = [dice(3), 1 + dice(2)]
    const name = pick(names, dice) ?? ''
    done.push(`tenant ${own}: ${name}`)
    await steps[name]?.(tenants[own] as Tenant, tenants[(own + other) % 3] as Tenant) // there are three
  }
}
