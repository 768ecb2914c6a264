import { reports } from '@eot/contract/reports'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { canReadPdfs, textOf } from '../../../test/read-pdf.ts'
import { testApp } from '../../../test/test-app.ts'

const { call, make, runJobs, server, signIn } = await testApp()

test('a report of a site that has moved names no site above its reader, on the page and as PDF', async () => {
  const district = await make.site({ name: 'Alder District' })
  const [from, to] = [
    await make.site({ parent: district, name: 'Alder Campus' }),
    await make.site({ parent: district, name: 'Birch Campus' }),
  ]
  const school = await make.site({ parent: from, name: 'Lincoln High' })
  const above = await signIn({ site: district })
  const made = await call(
    reports.create,
    { params: { id: school.id }, body: { Type: 'Pdf-Weekly', Day: '2026-11-02' } },
    { as: above },
  )
  expect(made.status).toBe(202)
  await runJobs()
  const move = { SiteIds: [school.id], ParentSite: to.id }
  expect((await call(sites.move, { body: move }, { as: above })).status).toBe(200)

  const read = async (as: typeof above) => {
    const { data } = await call(reports.read, { params: { id: made.data.Id } }, { as })
    return data.SitePath.map(({ Name }) => Name)
  }
  expect(await read(above)).toEqual(['Alder District', 'Alder Campus', 'Lincoln High'])
  const staff = await signIn({ site: to })
  expect(await read(staff)).toEqual(['Lincoln High'])
  if (!canReadPdfs) return
  const { rawPayload } = await server.inject({
    url: `/api/reports/${made.data.Id}/pdf`,
    headers: { authorization: `Bearer ${staff.AccessToken}` },
  })
  const pdf = await textOf(rawPayload)
  expect(pdf).toContain('Lincoln High')
  expect(pdf).not.toContain('Alder')
})
