import { devices } from '@eot/contract/devices'
import { models } from '@eot/contract/models'
import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import type { MadeDevice } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { type Execute, executeIn } from '../../platform/db/execute.queries.ts'
import { endSwitchedOff } from '../ingest/index.ts'

const { call, db, ingest, make, pool, signIn, signInAsRoot } = await testApp()
const system = await signInAsRoot()

const off = { Vape: { IsActive: false } }
const on = { Vape: { IsActive: true } }
const loudVape = { readings: { vape: 80, sound: 120 } }
let count = 0

async function newModel(Rules: object = {}) {
  count += 1
  const body = { Name: `Model ${count}`, Kinds: ['vape' as const, 'sound' as const] }
  const { data } = await call(models.create, { body }, { as: system })
  await call(rules.changeModel, { params: { id: data.Id }, body: { Rules } }, { as: system })
  return data.Id
}

/** Creates a district with a school. A device at the school and one beside it have the same open alerts. */
async function district() {
  const top = await make.site()
  const school = await make.site({ parent: top })
  const as = await signIn({ site: top })
  const model = await newModel()
  const device = await make.device({ site: school, model_id: model })
  const beside = await make.device()
  for (const { mac } of [device, beside]) await sendSamples(ingest, mac, [loudVape])
  return { top, school, as, model, device, beside }
}

const alertsOf = async ({ id }: MadeDevice) =>
  (await db.selectFrom('alert').where('device_id', '=', id).orderBy('raised_at').selectAll().execute()).map(
    ({ type_key, end_reason, ended_by }) => [type_key, end_reason, ended_by],
  )
const byType = (alerts: Awaited<ReturnType<typeof alertsOf>>) =>
  alerts.map((alert) => alert.slice(0, 2)).toSorted()

const ok = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  expect(status, text).toBe(200)
}

type District = Awaited<ReturnType<typeof district>>
const ways: [way: string, switchOff: (at: District) => Promise<void>][] = [
  [
    'the device',
    ({ device: { id }, as }) =>
      ok(call(rules.changeDevice, { params: { id }, body: { Rules: off } }, { as })),
  ],
  [
    'the settings of the device',
    ({ device: { id }, as }) =>
      ok(call(devices.update, { params: { id }, body: { Settings: { Rules: off } } }, { as })),
  ],
  [
    'its site',
    ({ school: { id }, as }) => ok(call(rules.changeSite, { params: { id }, body: { Rules: off } }, { as })),
  ],
  [
    'a site above',
    ({ top: { id }, as }) => ok(call(rules.changeSite, { params: { id }, body: { Rules: off } }, { as })),
  ],
  [
    'the settings of a site above',
    ({ top: { id }, as }) =>
      ok(call(sites.update, { params: { id }, body: { Settings: { Rules: off } } }, { as })),
  ],
  [
    'its model',
    ({ model: id }) => ok(call(rules.changeModel, { params: { id }, body: { Rules: off } }, { as: system })),
  ],
  [
    'another model that it gets',
    async ({ device: { id }, as }) =>
      ok(call(devices.update, { params: { id }, body: { Model: await newModel(off) } }, { as })),
  ],
]

test.each(ways)(
  'a rule that is switched off at %s ends its open alert at once, and no other alert',
  async (_way, switchOff) => {
    const made = await district()
    const { rows } = await pool.query<{ seq: string }>('select max(seq) as seq from event')
    await switchOff(made)
    expect(byType(await alertsOf(made.device))).toEqual([
      ['Sound', null],
      ['Vape', 'RuleChanged'],
    ])
    expect(byType(await alertsOf(made.beside))).toEqual([
      ['Sound', null],
      ['Vape', null],
    ])
    const ended = await pool.query("select device_id from event where seq > $1 and kind = 'AlertEnded'", [
      rows[0]?.seq,
    ])
    expect(ended.rows).toEqual([{ device_id: made.device.id }])
  },
)

test('the alert shows who switched its rule off, and a new one is raised once the rule is on again', async () => {
  const { device, as } = await district()
  const set = (Rules: object) =>
    ok(call(rules.changeDevice, { params: { id: device.id }, body: { Rules } }, { as }))
  await set(off)
  expect(await alertsOf(device)).toContainEqual(['Vape', 'RuleChanged', as.user.id])
  await set({ Vape: { Cooldown: 0 } })
  const raisedAgain = async () => {
    await sendSamples(ingest, device.mac, [loudVape])
    return byType(await alertsOf(device))
  }
  await expect.poll(raisedAgain).toEqual([
    ['Sound', null],
    ['Vape', null],
    ['Vape', 'RuleChanged'],
  ])
})

test('a rule that is off at a site stays on at a device, site or model that overrides it, with its open alert', async () => {
  const { top, school, device, as } = await district()
  const nearer = await make.device({ site: await make.site({ parent: school }) })
  await sendSamples(ingest, nearer.mac, [loudVape])
  const vapeOf = async (of: MadeDevice) => (await alertsOf(of)).find(([type]) => type === 'Vape')?.[1]
  const set = (id: string, Rules: object) =>
    ok(call(rules.changeSite, { params: { id }, body: { Rules } }, { as }))
  await ok(call(rules.changeDevice, { params: { id: device.id }, body: { Rules: on } }, { as }))
  await set(school.id, on)
  await set(top.id, off)
  expect([await vapeOf(device), await vapeOf(nearer)]).toEqual([null, null])
  // Inherited again, the rule of the school is off; that of the device is still on.
  await set(school.id, { Vape: {} })
  expect([await vapeOf(device), await vapeOf(nearer)]).toEqual([null, 'RuleChanged'])
})

test('a rule that is off in the system is off again when the setting that turned it on is removed', async () => {
  const { device, as } = await district()
  const set = (Rules: object) =>
    ok(call(rules.changeDevice, { params: { id: device.id }, body: { Rules } }, { as }))
  await set({ Light: { IsActive: true } })
  await make.alert({ device, type: 'Light', ended_at: null })
  await set({ Sound: { RaiseLevel: 90 } })
  expect(await alertsOf(device)).toContainEqual(['Light', null, null])
  await set({ Light: {} })
  expect(await alertsOf(device)).toContainEqual(['Light', 'RuleChanged', as.user.id])
})

test('an alert that a device has raised at another site, while the change of its former site waited for it, stays open', async () => {
  const { top, school, device, as } = await district()
  await ok(call(rules.changeSite, { params: { id: school.id }, body: { Rules: off } }, { as }))
  await make.alert({ device, type: 'Vape', ended_at: null })
  const gym = await make.site({ parent: top })
  await db.transaction().execute(async (tx) => {
    let isListed = false
    const execute: Execute = async <Row>(text: string, values: unknown[]) => {
      const rows = await executeIn(tx)<Row>(text, values)
      if (isListed) return rows
      isListed = true
      await ok(call(devices.update, { params: { id: device.id }, body: { SiteId: gym.id } }, { as }))
      await make.alert({ device: { ...device, site: gym }, type: 'Vape', ended_at: null })
      return rows
    }
    await endSwitchedOff(execute, { sitePath: school.path }, { at: new Date(), userId: as.user.id })
  })
  expect(byType(await alertsOf(device))).toEqual([
    ['Sound', 'Moved'],
    ['Vape', null],
    ['Vape', 'Moved'],
    ['Vape', 'RuleChanged'],
  ])
})
