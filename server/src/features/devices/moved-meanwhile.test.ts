import { commands } from '@eot/contract/commands'
import { devices } from '@eot/contract/devices'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { type As, testApp } from '../../../test/test-app.ts'
import { changeDeviceQueries } from './change-device.queries.ts'

const app = await testApp()
const { call, db, make, signIn } = app
const root = await app.signInAsRoot()

/**
 * Returns a device that is being moved to another site of its customer, an administrator of both sites, and a function that
 * does something that waits for the move.
 */
async function movingDevice() {
  const top = await make.site()
  const [east, west] = [await make.site({ parent: top }), await make.site({ parent: top })]
  const device = await make.device({ site: east })
  const as = await signIn({ site: top })
  const { untilHeld, untilBlocked, letGo } = await holdStatements(app.pool, 'insert on audit_entry')
  const params = { id: device.id }
  const moved = call(devices.update, { params, body: { SiteId: west.id } }, { as: root })
  await untilHeld()
  async function meanwhile<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const answer = work()
    await untilBlocked()
    await letGo()
    expect((await moved).status).toBe(200)
    return answer
  }
  return { device, west, as, meanwhile }
}

test('a device that one system administrator moves while another deactivates it is inactive at its new site', async () => {
  const { device, west, meanwhile } = await movingDevice()
  const params = { id: device.id }
  const answer = await meanwhile(() =>
    call(devices.update, { params, body: { IsActive: false } }, { as: root }),
  )
  expect(answer.status, answer.text).toBe(200)
  expect(answer.data).toMatchObject({ IsActive: false, Site: { Id: west.id } })
  expect((await call(devices.get, { params }, { as: root })).data).toEqual(answer.data)
})

const requests: Record<string, (id: string, as: As) => Promise<{ status: number }>> = {
  deactivated: (id, as) => call(devices.update, { params: { id }, body: { IsActive: false } }, { as }),
  'given a new key': (id, as) =>
    call(devices.replaceKey, { params: { id }, body: { OverlapSeconds: 0 } }, { as }),
  'asked for its readings': (id, as) => call(commands.refresh, { params: { id } }, { as }),
  released: (id, as) => call(devices.release, { params: { id }, body: {} }, { as }),
  deleted: (id, as) => call(devices.remove, { params: { id } }, { as }),
}

test.each(Object.entries(requests))(
  'a device can be %s while it moves to another site of the same customer',
  async (_, request) => {
    const { device, as, meanwhile } = await movingDevice()
    expect((await meanwhile(() => request(device.id, as))).status).toBeLessThan(300)
  },
)

test('a device that raises alerts is known to do so while it moves', async () => {
  const { device, meanwhile } = await movingDevice()
  const raising = meanwhile(() =>
    db.transaction().execute((tx) => changeDeviceQueries(tx).holdRaisingAlerts([device.no])),
  )
  expect(await raising).toEqual([device.no])
})

test('no change takes a device away from its site without giving it another one', async () => {
  const device = await make.device()
  const row = await db.selectFrom('device').where('id', '=', device.id).selectAll().executeTakeFirstOrThrow()
  const columns = {
    name: 'Lab',
    siteId: null,
    modelId: row.model_id,
    isActive: true,
    isReturned: false,
    expiresAt: null,
    settings: {},
  }
  const change = () => changeDeviceQueries(db).updateDevices([{ id: device.id, columns }])
  await expect(change()).rejects.toThrow('a device would be left without its site')
  const after = await db.selectFrom('device').where('id', '=', device.id).select('site_id').executeTakeFirst()
  expect(after?.site_id).toBe(device.site?.id)
})
