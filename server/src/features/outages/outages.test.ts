import { alerts } from '@eot/contract/alerts'
import { audit } from '@eot/contract/audit'
import { live } from '@eot/contract/live'
import { outages } from '@eot/contract/outages'
import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { outageWatch } from '../../../test/watch-outages.ts'

const { advance, call, clock, db, ingest, make, pool, signIn } = await testApp()
const watch = outageWatch({ db, pool, now: () => clock().getTime() })

const campus = await make.site({ name: 'Campus' })
const east = await make.site({ parent: campus, name: 'East' })
const west = await make.site({ parent: campus, name: 'West' })
const devices = [
  await make.device({ site: east }),
  await make.device({ site: east }),
  await make.device({ site: west }),
]
for (const { mac } of devices) await sendSamples(ingest, mac, [{ readings: { CO: 1 } }])
advance(6 * 60_000)
await watch.findSilent(ingest)
await watch.follow()
const administrators = {
  campus: await signIn({ site: campus }),
  east: await signIn({ site: east }),
  elsewhere: await signIn(),
}

test('an outage is listed with its site and devices, and its offline alerts name it', async () => {
  const as = administrators.campus
  const [outage] = (await call(outages.list, {}, { as })).data
  expect(outage).toMatchObject({ Site: { Id: campus.id, Name: 'Campus' }, Devices: 3, Silent: 3 })
  const { Items = [] } = (await call(alerts.list, { query: { type: ['Offline'] } }, { as })).data
  expect(Items.map(({ Outage }) => Outage)).toEqual([outage?.Id, outage?.Id, outage?.Id])
})

test("below the site of an outage only the caller's devices count, and the site above is not named", async () => {
  const { data } = await call(outages.list, {}, { as: administrators.east })
  expect(data).toMatchObject([{ Site: null, Devices: 2, Silent: 2 }])
})

test('elsewhere an outage is not listed, and a foreign site is not found', async () => {
  const as = administrators.elsewhere
  expect((await call(outages.list, {}, { as })).data).toEqual([])
  const foreign = await call(outages.list, { query: { SiteId: campus.id } }, { as })
  expect(problemOf(foreign)).toMatchObject({ status: 404, ErrorCode: 'site_not_found' })
})

test('an outage is announced to the rooms above and below its site, and is in the history of the site', async () => {
  for (const place of ['campus', 'east'] as const) {
    const { data } = await call(live.events, { query: { after: 0 } }, { as: administrators[place] })
    expect(data.Changes.map(({ Event }) => Event)).toContain('OutagesChanged')
  }
  const { data } = await call(audit.list, { query: { subject: campus.id } }, { as: administrators.campus })
  expect(data.Items).toMatchObject([
    { Action: 'site.outage_started', Actor: null, Changes: { DevicesReporting: [3, 0] } },
  ])
})

test('an outage is no longer listed once its devices are back', async () => {
  for (const { mac } of devices) await sendSamples(ingest, mac, [{ readings: { CO: 1 } }])
  await watch.follow()
  expect((await call(outages.list, {}, { as: administrators.campus })).data).toEqual([])
})
