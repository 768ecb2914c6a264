import { noticeDays } from '@eot/contract/told'
import { expect, test } from 'vitest'
import type { MadeDevice, MadeUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'
import { callerAt } from '../../../test/told-school.ts'
import { forgetNotifications } from '../notifications/index.ts'
import { incidentReport } from './incident-report.command.ts'
import { presentReport } from './present-report.ts'

const { clock, db, make, pool } = await testApp()
const dayMs = 86_400_000
let events = 0

async function school() {
  const district = await make.site()
  const site = await make.site({ parent: district })
  const room = await make.device({ site, name: 'Restroom' })
  return { district, site, room, viewer: await make.user({ site, role: 'Viewer' }) }
}

/** Raises an alert of whose start these people were told, by email and by text message. */
async function raise(
  device: MadeDevice,
  people: readonly MadeUser[],
  at: Date,
  kind: 'AlertStarted' | 'DeviceOffline' | 'DeviceOnline' = 'AlertStarted',
): Promise<string> {
  const { id } = await make.alert({
    device,
    type: 'Vape',
    started_at: at,
    ended_at: new Date(at.getTime() + 60_000),
  })
  const event_seq = ++events
  for (const { id: user_id } of people)
    for (const channel of ['Email', 'Text'] as const)
      await db
        .insertInto('notification')
        .values({
          id: crypto.randomUUID(),
          event_seq,
          kind,
          at,
          site_path: device.site?.path ?? '',
          device_id: device.id,
          alert_id: id,
          user_id,
          channel,
          subscription_ids: [],
          status: 'told',
          ready_at: at,
          created_at: at,
        })
        .execute()
  return id
}

async function reportFor(id: string, { user, isViewer = false }: { user: MadeUser; isViewer?: boolean }) {
  const caller = { ...callerAt(user), ...(isViewer && { roleName: 'Viewer', priority: 20 }) }
  const facts = await incidentReport({ db, pool }, caller, id, clock())
  const presented = (language: 'en' | 'es') =>
    presentReport(facts, { language, measurement: 'Metric', is24h: true }, user.site.id)
  return { english: presented('en'), spanish: presented('es') }
}

async function ledeFor(...of: Parameters<typeof reportFor>) {
  const { english, spanish } = await reportFor(...of)
  return { english: english.Lede, spanish: spanish.Lede }
}

test('the incident report counts everyone who was told, also those whom its reader may not see', async () => {
  const { district, site, room, viewer } = await school()
  const maria = { role: 'Site Manager', full_name: 'Maria Garcia' } as const
  const managers = [await make.user({ site, ...maria }), await make.user({ site, ...maria })]
  const staff = await make.user({ site: district })
  const id = await raise(room, [...managers, staff], clock())
  expect((await ledeFor(id, { user: viewer, isViewer: true })).english).toContain('3 people were told.')
  for (const user of [...managers, staff])
    expect((await ledeFor(id, { user })).english).toContain('3 people were told.')
  const other = await raise(room, [], clock())
  expect((await ledeFor(other, { user: staff })).english).toContain('0 people were told.')
})

test('the incident report of an old alert states that it is no longer known who was told', async () => {
  const { room, viewer, site } = await school()
  const user = await make.user({ site })
  const [before, after] = [1, -1].map((days) => new Date(clock().getTime() - (noticeDays + days) * dayMs))
  const old = await raise(room, [user], before ?? clock())
  const newer = await raise(room, [user], after ?? clock())
  await forgetNotifications(db, clock())
  const { english, spanish } = await ledeFor(old, { user: viewer, isViewer: true })
  expect(english).toContain(
    'Notifications are deleted after 90 days, so it is no longer known who was told. Nobody has confirmed it.',
  )
  expect(english).not.toContain('were told.')
  expect(spanish).toContain(
    'Los avisos se borran a los 90 días, así que ya no se sabe a quién se avisó. Nadie',
  )
  expect((await ledeFor(newer, { user: viewer, isViewer: true })).english).toContain('1 person was told.')
})

test('the incident report of an alert that lasted longer counts the people who were told last', async () => {
  const { room, viewer, site } = await school()
  const start = new Date(clock().getTime() - (noticeDays + 10) * dayMs)
  const users = [await make.user({ site }), await make.user({ site })]
  for (const [told, english, spanish] of [
    [users.slice(1), '1 person was told', '1 persona recibió un aviso'],
    [users, '2 people were told', '2 personas recibieron un aviso'],
  ] as const) {
    const id = await raise(room, told, clock())
    await db.updateTable('alert').set({ started_at: start }).where('id', '=', id).execute()
    const lede = await ledeFor(id, { user: viewer, isViewer: true })
    expect(lede.english).toContain(
      `${english} in the last 90 days; earlier notifications have been deleted. Nobody has confirmed it.`,
    )
    expect(lede.spanish).toContain(
      `${spanish} en los últimos 90 días; los avisos anteriores se han borrado. Nadie`,
    )
    expect(lede.english).not.toContain('no longer known')
  }
})

test('notifications that a device went offline, or is back, are described in words', async () => {
  const { room, site } = await school()
  const user = await make.user({ site })
  for (const [kind, words, inSpanish] of [
    ['DeviceOffline', 'told that it went offline', 'aviso de que quedó sin conexión'],
    ['DeviceOnline', 'told that it is back online', 'aviso de que está en línea de nuevo'],
  ] as const) {
    const { english, spanish } = await reportFor(await raise(room, [user], clock(), kind), { user })
    expect(JSON.stringify(english)).toContain(words)
    expect(JSON.stringify(spanish)).toContain(inSpanish)
  }
})
