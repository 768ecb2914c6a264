import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { reportReading } from '../../../test/report-reading.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make, signIn } = app

test('while a site is moved, readings of its devices are acknowledged, and their alerts end with the move', async () => {
  const top = await make.site({ name: 'District' })
  const [west, east] = [await make.site({ parent: top }), await make.site({ parent: top })]
  const school = await make.site({ parent: west, name: 'School' })
  const device = await make.device({ site: school })
  expect((await reportReading(app, device)).statusCode).toBe(202)
  await make.alert({ device, type: 'Vape', ended_at: null })
  const as = await signIn({ site: top })

  const { untilHeld, letGo } = await holdStatements(app.pool, 'update on former_site')
  const moved = call(sites.move, { body: { SiteIds: [school.id], ParentSite: east.id } }, { as })
  await untilHeld()
  const answer = await reportReading(app, device)
  await letGo()

  expect(answer.statusCode).toBe(202)
  expect((await moved).data).toMatchObject({ Sites: 1, EndedAlerts: 1 })
})

test('while a site with its devices and users is deleted, readings of its devices are acknowledged', async () => {
  const top = await make.site({ name: 'Other District' })
  const school = await make.site({ parent: top, name: 'School' })
  const device = await make.device({ site: school })
  expect((await reportReading(app, device)).statusCode).toBe(202)
  const as = await signIn({ site: top })

  const { untilHeld, letGo } = await holdStatements(app.pool, 'update on message')
  const deleted = call(sites.remove, { params: { id: school.id }, query: { Name: 'School' } }, { as })
  await untilHeld()
  const answer = await reportReading(app, device)
  await letGo()

  expect(answer.statusCode).toBe(202)
  expect((await deleted).status).toBe(204)
})
