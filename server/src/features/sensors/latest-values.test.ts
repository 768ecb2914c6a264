import { sensors } from '@eot/contract/sensors'
import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, ingest, make, signIn } = app

test('the newest values of a sensor, for each device below the site that has it', async () => {
  const top = await make.site({ name: 'District' })
  const school = await make.site({ parent: top, name: 'School' })
  const foreign = await make.device({ site: await make.site({ name: 'Elsewhere' }) })
  const hall = await make.device({ site: school, name: 'Hall' })
  const attic = await make.device({ site: top, name: 'Attic' })
  const as = await signIn({ role: 'Viewer', site: top })
  const minute = 60_000
  const at = Math.floor(Date.now() / minute) * minute
  await sendSamples(ingest, hall.mac, [
    { at: at - 2 * minute, readings: { temperature: 20, ECO2: 700 } },
    { at: at - minute, readings: { temperature: 21.5, ECO2: 810 } },
  ])
  await sendSamples(ingest, foreign.mac, [{ at: at - minute, readings: { ECO2: 4000 } }])

  const { data } = await call(sensors.latest, { query: { type: ['ECO2'] } }, { as })
  expect(
    data.map(({ Name, Site, Latest, LatestAt }) => ({ Name, Site: Site.Name, Latest, LatestAt })),
  ).toEqual([
    { Name: 'Attic', Site: 'District', Latest: {}, LatestAt: null },
    { Name: 'Hall', Site: 'School', Latest: { ECO2: 810 }, LatestAt: new Date(at - minute).toISOString() },
  ])
  const narrowed = await call(sensors.latest, { query: { SiteId: school.id } }, { as })
  expect(narrowed.data.map(({ Id, Latest }) => [Id, Latest])).toEqual([
    [hall.id, { temperature: 21.5, ECO2: 810 }],
  ])
  expect(narrowed.data[0]?.Status).toBe('ONLINE')
  expect(attic.id).not.toBe(hall.id)
})
