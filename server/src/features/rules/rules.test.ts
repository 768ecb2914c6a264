import { devices } from '@eot/contract/devices'
import { models } from '@eot/contract/models'
import { type EffectiveRule, rules } from '@eot/contract/rules'
import type { RuleOverrides } from '@eot/contract/settings'
import { describe, expect, test } from 'vitest'
import { lastAuditEntryOf } from '../../../test/audit-entries.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, ingest, make, root, signIn, signInAsRoot } = await testApp()
const system = await signInAsRoot()

async function school(rulesOfSites: RuleOverrides = {}) {
  const district = await make.site({ settings: JSON.stringify({ Rules: rulesOfSites }) })
  const site = await make.site({ parent: district, name: 'School' })
  const device = await make.device({ site, name: 'Lab' })
  const as = await signIn({ site: district, role: 'Site Manager' })
  const id = device.id
  return {
    district,
    site,
    device,
    as,
    read: async () => (await call(rules.ofDevice, { params: { id } }, { as })).data,
    set: (body: object) =>
      call(rules.changeDevice, { params: { id }, body: body as { Rules: object } }, { as }),
    setSite: (body: object) =>
      call(rules.changeSite, { params: { id: site.id }, body: body as { Rules: object } }, { as }),
  }
}

const ruleFor = (type: string, all: readonly EffectiveRule[]) =>
  all.find(({ AlertType }) => AlertType === type)
const vape = (value: number) => ({ readings: { vape: value } })

describe('the rules of a device', () => {
  test('show what each level sets, from the system to the device, and where the values in effect come from', async () => {
    const { read, set, district, site, device } = await school({ Vape: { RaiseLevel: 40 } })
    await set({ Rules: { Vape: { RaiseHold: 30 } } })
    const rule = ruleFor('Vape', await read())
    expect(rule).toMatchObject({ RaiseLevel: 40, ClearLevel: 36, RaiseHold: 30, Source: 'Device' })
    expect(rule?.Levels).toMatchObject([
      { Level: 'System', Id: null, Values: { RaiseLevel: 50, ClearLevel: 45, RaiseHold: 0, IsActive: true } },
      { Level: 'Model', Name: 'EoT Sense 17', Values: {} },
      { Level: 'Site', Id: null, Name: null, Version: null, Values: {} }, // above the sites that this user sees
      { Level: 'Site', Id: district.id, Name: district.name, Values: { RaiseLevel: 40 } },
      { Level: 'Site', Id: site.id, Values: {} },
      { Level: 'Device', Id: device.id, Version: 2, Values: { RaiseHold: 30 } },
    ])
  })

  test('are inherited again once they are removed', async () => {
    const { read, set } = await school()
    await set({ Rules: { Vape: { RaiseLevel: 60 }, Sound: { IsActive: false } } })
    const { data } = await set({ Rules: { Vape: {} } })
    expect(ruleFor('Vape', data)).toMatchObject({ RaiseLevel: 50, Source: 'System' })
    expect(ruleFor('Sound', await read())).toMatchObject({ IsActive: false, Source: 'Device' })
  })

  test('of a type are replaced as a whole: a field that is left out is inherited again', async () => {
    const { read, set } = await school()
    await set({ Rules: { Vape: { Cooldown: 7, ClearHold: 9 } } })
    await set({ Rules: { Vape: { RaiseHold: 30, Cooldown: 7 } } })
    expect(ruleFor('Vape', await read())).toMatchObject({ RaiseHold: 30, Cooldown: 7, ClearHold: 30 })
  })

  test('apply to the next reading after a change', async () => {
    const { device, set, setSite } = await school()
    const open = async () =>
      (await db.selectFrom('alert').where('device_id', '=', device.id).selectAll().execute()).filter(
        ({ ended_at }) => ended_at === null,
      ).length
    await sendSamples(ingest, device.mac, [vape(45)])
    expect(await open()).toBe(0)
    await setSite({ Rules: { Vape: { RaiseLevel: 40 } } })
    const levelInUse = async () =>
      (await ingest.intake.directory.findByMac(device.mac))?.rules.find(({ typeKey }) => typeKey === 'Vape')
        ?.raiseLevel
    await expect.poll(levelInUse).toBe(40)
    await sendSamples(ingest, device.mac, [vape(45)])
    expect(await open()).toBe(1)
    await set({ Rules: { Vape: { IsActive: false } } })
    const openAfterReading = async () => {
      await sendSamples(ingest, device.mac, [vape(45)])
      return open()
    }
    await expect.poll(openAfterReading).toBe(0)
  })

  test('are set by users who manage thresholds, only for their own sites', async () => {
    const { device, site } = await school()
    const body = { Rules: { Vape: { RaiseLevel: 60 } } }
    const params = { id: device.id }
    const staff = await signIn({ site, role: 'Site Staff' })
    expect(problemOf(await call(rules.changeDevice, { params, body }, { as: staff })).ErrorCode).toBe(
      'not_permitted',
    )
    const stranger = await signIn()
    expect(problemOf(await call(rules.changeDevice, { params, body }, { as: stranger })).ErrorCode).toBe(
      'device_not_found',
    )
    const above = { params: { id: root.id }, body }
    expect(problemOf(await call(rules.changeSite, above, { as: stranger })).ErrorCode).toBe('site_not_found')
  })

  test.each([
    [{ Vape: { RaiseLevel: 101 } }, 'Rules.Vape.RaiseLevel', 'Expected a value from 0 to 100'],
    [
      { Vape: { RaiseLevel: 50, ClearLevel: 51 } },
      'Rules.Vape.ClearLevel',
      'Must not be above the raise level',
    ],
    [
      { TemperatureLow: { RaiseLevel: 16, ClearLevel: 15 } },
      'Rules.TemperatureLow.ClearLevel',
      'Must not be below the raise level',
    ],
    [{ Offline: { IsActive: false } }, 'Rules.Offline', 'This alert type has no rule'],
  ])('set to %j are refused, and the field is named', async (given, Path, Message) => {
    const { set } = await school()
    expect(problemOf(await set({ Rules: given })).Errors).toEqual([{ Path, Message }])
  })

  test('based on an older version are refused', async () => {
    const { set } = await school()
    await set({ Rules: { Vape: { RaiseLevel: 60 } }, Version: 1 })
    const second = await set({ Rules: { Vape: { RaiseLevel: 70 } }, Version: 1 })
    expect(problemOf(second)).toMatchObject({
      ErrorCode: 'edit_conflict',
      Conflict: { Current: { Version: 2 } },
    })
  })

  test('are recorded in the audit log with the values before and after', async () => {
    const { site, as, setSite } = await school()
    await setSite({ Rules: { Vape: { RaiseLevel: 60 } } })
    await setSite({ Rules: { Vape: { RaiseLevel: 70 } } })
    expect(await lastAuditEntryOf(db, site.id)).toMatchObject({
      action: 'rules.changed',
      actor_id: as.user.id,
      site_id: site.id,
      details: { level: 'Site', changes: { Vape: [{ RaiseLevel: 60 }, { RaiseLevel: 70 }] } },
    })
  })

  test('of a model apply to all of its devices', async () => {
    const { device, read } = await school()
    const row = await db
      .selectFrom('device')
      .where('id', '=', device.id)
      .select('model_id')
      .executeTakeFirstOrThrow()
    const params = { id: row.model_id }
    const body = { Rules: { Aggression: { RaiseLevel: 65 } } }
    const { data } = await call(rules.changeModel, { params, body }, { as: system })
    expect(ruleFor('Aggression', data)?.Levels.map(({ Level }) => Level)).toEqual(['System', 'Model'])
    expect(ruleFor('Aggression', await read())).toMatchObject({ RaiseLevel: 65, Source: 'Model' })
    await call(rules.changeModel, { params, body: { Rules: { Aggression: {} } } }, { as: system })
    expect(ruleFor('Aggression', await read())).toMatchObject({ RaiseLevel: 70, Source: 'System' })
  })

  test('survive a change of other settings of the device', async () => {
    const { device, as, set, read } = await school()
    await set({ Rules: { Vape: { RaiseLevel: 60 } } })
    const change = { params: { id: device.id }, body: { Settings: { ReportInterval: 30 } } }
    await call(devices.update, change, { as })
    expect(ruleFor('Vape', await read())).toMatchObject({ RaiseLevel: 60 })
  })
})

describe('the rules of a site', () => {
  test('count the devices below that have the sensor, and those overridden by a sub-site or the device', async () => {
    const { district, site, as, setSite, set } = await school()
    const other = await make.site({ parent: district })
    const lab = await make.device({ site: other })
    const model = { Name: 'Thermometer', Kinds: ['temperature' as const] }
    await call(models.create, { body: model }, { as: system })
    await make.device({ site: other, model: model.Name })
    await make.device({ site: await make.site({ parent: site }) })
    const reach = async (type: string) => {
      const { data } = await call(rules.ofSite, { params: { id: district.id } }, { as })
      const rule = data.find(({ AlertType }) => AlertType === type)
      return [rule?.Devices, rule?.Overruled]
    }
    expect(await reach('Vape')).toEqual([3, 0])
    expect(await reach('Temperature')).toEqual([4, 0])
    await setSite({ Rules: { Vape: { RaiseLevel: 60 } } })
    await set({ Rules: { Vape: { RaiseHold: 60 } } })
    expect(await reach('Vape')).toEqual([3, 2])
    const body = { Rules: { Vape: { IsActive: false } } }
    await call(rules.changeDevice, { params: { id: lab.id }, body }, { as })
    const { data } = await call(rules.changeSite, { params: { id: district.id }, body }, { as })
    expect(data.find(({ AlertType }) => AlertType === 'Vape')).toMatchObject({ Devices: 3, Overruled: 3 })
    expect(await reach('Temperature')).toEqual([4, 0])
  })
})

describe('the trial of a rule', () => {
  const start = Date.now() - 3 * 3_600_000
  const minute = 60_000

  async function recorded() {
    const there = await school()
    const { device, as } = there
    const values = [5, 5, 58, 5, 5, 5, 5, 5, 5, 5, 75, 76, 5, 5, 5, 5]
    const samples = values.map((value, index) => ({ ...vape(value), at: start + index * minute }))
    await sendSamples(ingest, device.mac, samples)
    await sendSamples(ingest, device.mac, [{ ...vape(5), at: start + 60 * minute }])
    const run = async (query: object = {}) => {
      const params = { id: device.id, type: 'Vape' as const }
      return call(rules.trial, { params, query }, { as })
    }
    return { ...there, run }
  }

  test('finds the alerts that the rule in effect raised in the last seven days', async () => {
    const { run } = await recorded()
    const { data } = await run()
    expect(data.Alerts.map(({ Peak }) => Peak)).toEqual([58, 76])
    expect(data.Missed).toBe(0)
    expect(Date.parse(data.To) - Date.parse(data.From)).toBe(7 * 86_400_000)
  })

  test('finds those of another level, and how many recorded alerts it would have missed', async () => {
    const { run, device } = await recorded()
    expect((await run({ RaiseLevel: 60 })).data).toMatchObject({ Alerts: [{ Peak: 76 }], Missed: 1 })
    await db
      .updateTable('alert')
      .set({ disposition: 'False' })
      .where('device_id', '=', device.id)
      .where('peak', '<', 60)
      .execute()
    expect((await run({ RaiseLevel: 60 })).data).toMatchObject({ Missed: 0 })
    expect((await run()).data.Alerts.map(({ Disposition }) => Disposition)).toEqual(['False', null])
  })

  test('applies holds, and refuses levels that the sensor cannot reach', async () => {
    const { run } = await recorded()
    expect((await run({ RaiseHold: 60 })).data.Alerts).toMatchObject([{ Peak: 76 }])
    expect(problemOf(await run({ RaiseLevel: 200 })).Errors?.[0]?.Path).toBe('RaiseLevel')
    expect(problemOf(await run({ startTime: 2, endTime: 1 })).Errors?.[0]?.Path).toBe('startTime')
    const farAhead = await run({ endTime: 1e15 })
    expect(Date.parse(farAhead.data.To)).toBeLessThanOrEqual(Date.now())
  })
})
