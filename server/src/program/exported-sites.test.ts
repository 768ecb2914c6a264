import { join } from 'node:path'
import { audit } from '@eot/contract/audit'
import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { exportPlace } from '../../test/export-place.ts'
import type { MadeSite } from '../../test/factories.ts'
import { testApp } from '../../test/test-app.ts'
import { exportSite } from './export-site.command.ts'
import { exportedKinds } from './exported/exported-kinds.ts'

const { call, db, make, pool, root, signIn, signInAsRoot } = await testApp()
const operator = await signInAsRoot()

const ok = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  expect(status, text).toBe(200)
}

/** Exports a site. Returns the texts of all files, and the rows of one. */
async function exported({ id: siteId }: MadeSite, below = true) {
  const { client, directory, textOf } = await exportPlace(pool)
  const target = join(directory, 'export')
  await exportSite({ client, siteId, directory: target, below, takenAt: new Date() })
  const texts = await Promise.all(exportedKinds.map(({ file }) => textOf('export', file)))
  const rowsOf = async (file: string): Promise<Record<string, string>[]> =>
    parse(await textOf('export', file), { columns: true })
  return { text: texts.join('\n'), rowsOf }
}
type Exported = Awaited<ReturnType<typeof exported>>

/** Returns the changes in the audit log of an export, by id of the entry. */
const changesIn = async ({ rowsOf }: Exported) =>
  Object.fromEntries(
    (await rowsOf('audit_log.csv')).map(({ id, details = '' }) => [id, JSON.parse(details).changes ?? {}]),
  )

test('an export shows what came from and went to another customer as the history does, without its names', async () => {
  const customer = async (name: string) => {
    const district = await make.site({ name: `${name} District` })
    const school = await make.site({ parent: district, name: `${name} School` })
    return { school, name, as: await signIn({ site: school }) }
  }
  const [alder, birch] = [await customer('Alder'), await customer('Birch')]
  const { school: site } = alder
  const { id: SiteId } = birch.school
  const change = { as: operator }
  const campus = await make.site({ parent: site, name: 'Campus' })
  const [device, moved] = [await make.device({ site, name: 'Gym' }), await make.device({ site: campus })]
  const user = await make.user({ site, role: 'Viewer' })
  const group = await make.deviceGroup({ site })
  await make.alert({ device: moved })
  await ok(call(devices.update, { params: { id: device.id }, body: { SiteId, Name: 'Pool' } }, change))
  await ok(call(users.update, { params: { id: user.id }, body: { Site: SiteId } }, change))
  await ok(call(groups.update, { params: { id: group.id }, body: { Site: SiteId } }, change))
  await ok(call(sites.move, { body: { SiteIds: [campus.id], ParentSite: SiteId } }, change))
  // As in entries of earlier versions.
  const former = { ParentSite: ['Somewhere', null], City: ['', 'Bern'] }
  for (const { school } of [alder, birch])
    await db
      .insertInto('audit_entry')
      .values({
        action: 'site.updated',
        site_id: school.id,
        site_path: school.path,
        subject_id: school.id,
        details: JSON.stringify({ changes: former }),
      })
      .execute()

  for (const [own, other] of [
    [alder, birch],
    [birch, alder],
  ] as const) {
    const { data } = await call(audit.list, { query: { PageSize: 200 } }, { as: own.as })
    const shown = Object.fromEntries((data.Items ?? []).map(({ Id, Changes }) => [Id, Changes]))
    const written = await exported(own.school)
    expect(Object.keys(shown).length).toBeGreaterThanOrEqual(5)
    expect(await changesIn(written)).toEqual(shown)
    const ofMoves = JSON.stringify(shown)
    expect(ofMoves).toContain(`{"Id":"${own.school.id}","Name":"${own.school.name}"}`)
    expect(ofMoves).toContain('{"Id":null,"Name":null}')
    for (const name of [`${other.name} `, `${own.name} District`, root.name])
      expect(written.text).not.toContain(name)
    expect(await changesIn(await exported(own.school, false))).toBeTypeOf('object')
  }
})

test('the reports in an export name the sites from the exported one down, or only their own if it was elsewhere', async () => {
  const district = await make.site({ name: 'Cedar District' })
  const school = await make.site({ parent: district, name: 'Cedar School' })
  const hall = await make.site({ parent: school, name: 'Hall' })
  const annex = await make.site({ parent: district, name: 'Annex' })
  for (const [site, above] of [
    [school, [district]],
    [hall, [district, school]],
    [annex, [district]],
  ] as const) {
    const sitePath = [root, ...above, site].map(({ id: Id, name: Name }) => ({ Id, Name }))
    await make.report({ site, state: 'Ready', facts: JSON.stringify({ name: site.name, sitePath }) })
  }
  await ok(call(sites.move, { body: { SiteIds: [annex.id], ParentSite: school.id } }, { as: operator }))
  const named = async (below: boolean) => {
    const { text, rowsOf } = await exported(school, below)
    expect(text).not.toContain(district.name)
    const facts = (await rowsOf('reports.csv')).map((row) => JSON.parse(row.facts ?? ''))
    return Object.fromEntries(
      facts.map(({ name, sitePath }) => [name, sitePath.map(({ Name }: { Name: string }) => Name)]),
    )
  }
  expect(await named(true)).toEqual({
    [school.name]: [school.name],
    [hall.name]: [school.name, hall.name],
    [annex.name]: [annex.name],
  })
  expect(await named(false)).toEqual({ [school.name]: [school.name] })
})
