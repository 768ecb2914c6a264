import { notifications } from '@eot/contract/notifications'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { portalNoticeQueries } from './index.ts'

const { call, db, make, signIn } = await testApp()

/** Creates a district with a school in its west, of whose outage the given people have been notified. */
async function outage() {
  const district = await make.site()
  const west = await make.site({ parent: district, name: 'West' })
  const east = await make.site({ parent: district, name: 'East' })
  const school = await make.site({ parent: west, name: 'School' })
  const started_at = new Date('2026-11-20T09:00:00Z')
  const { id: outageId } = await db
    .insertInto('outage')
    .values({ id: uuidv7(), site_id: school.id, site_path: school.path, started_at, ended_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { device, id: alertId } = await make.alert({
    device: await make.device({ site: school }),
    type: 'Offline',
    ended_at: null,
  })
  await db.insertInto('outage_alert').values({ alert_id: alertId, outage_id: outageId }).execute()
  const admin = await signIn({ site: district })

  /** Notifies a user of the site, and lists the outages in that user's notifications. */
  async function tell(site: MadeSite) {
    const person = await signIn({ site })
    const notice = {
      id: uuidv7(),
      userId: person.user.id,
      eventSeq: 1,
      kind: 'AlertStarted' as const,
      at: started_at,
      alertId,
      deviceId: device.id,
      sitePath: school.path,
      createdAt: started_at,
    }
    await portalNoticeQueries(db).insertNotices([notice])
    return async () =>
      (await call(notifications.list, { query: {} }, { as: person })).data.Items?.map(
        ({ Outage }) => Outage?.Site,
      )
  }

  return {
    district,
    west,
    school,
    tell,
    moveEast: () => call(sites.move, { body: { SiteIds: [school.id], ParentSite: east.id } }, { as: admin }),
  }
}

test('an outage is named after its site, even if that has moved since', async () => {
  const { district, moveEast, school, tell } = await outage()
  const list = await tell(district)
  const named = [{ Id: school.id, Name: 'School' }]
  expect(await list()).toEqual(named)
  expect((await moveEast()).status).toBe(200)
  expect(await list()).toEqual(named)
})

test('if readers no longer see the site of an outage, it is named as it was, and refers to their own site', async () => {
  const { moveEast, school, tell, west } = await outage()
  const list = await tell(west)
  expect(await list()).toEqual([{ Id: school.id, Name: 'School' }])
  await moveEast()
  expect(await list()).toEqual([{ Id: west.id, Name: 'School' }])
})

test('an outage of a site above that of the reader is named after the site of the reader', async () => {
  const { district, school, tell } = await outage()
  await db
    .updateTable('outage')
    .set({ site_id: district.id, site_path: district.path })
    .where('site_id', '=', school.id)
    .execute()
  const list = await tell(school)
  expect(await list()).toEqual([{ Id: school.id, Name: 'School' }])
})
