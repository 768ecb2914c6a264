import { type ChangeMessage, live } from '@eot/contract/live'
import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import { afterAll, expect, test, vi } from 'vitest'
import { collect, connectLive, join } from '../../../test/live-client.ts'
import { testLive } from '../../../test/test-live.ts'

const app = await testLive()
afterAll(app.close)
const { call, make, signIn } = app

const district = await make.site({ name: 'District' })
const admin = await signIn({ site: district })

async function campusWithSchool() {
  const campus = await make.site({ parent: district })
  const school = await make.site({ parent: campus })
  const as = await signIn({ site: school, role: 'Viewer' })
  const socket = await connectLive(app.url, as.AccessToken)
  const messages = collect<ChangeMessage>(socket, 'changes')
  await join(socket, 'changes', school.id)
  return { campus, school, as, told: () => new Set(messages.map(({ Event }) => Event)), messages }
}

const changes = {
  'the time zone of': (id: string) =>
    call(sites.update, { params: { id }, body: { TimeZone: 'Asia/Tokyo' } }, { as: admin }),
  'the status of': (id: string) =>
    call(sites.update, { params: { id }, body: { IsActive: false } }, { as: admin }),
  'the place of': async (id: string) => {
    const to = await make.site({ parent: district })
    return call(sites.move, { body: { SiteIds: [id], ParentSite: to.id } }, { as: admin })
  },
}

test.each(Object.entries(changes))(
  'users of a sub-site are notified at once that %s a site above changed, without its id',
  async (_name, change) => {
    const { campus, school, told, messages } = await campusWithSchool()
    expect((await change(campus.id)).status).toBe(200)
    await vi.waitFor(() => expect(told()).toContain('InheritanceChanged'), 60_000)
    expect(new Set(messages.map(({ SiteId }) => SiteId))).toEqual(new Set([school.id]))
  },
)

test('users of a sub-site are notified that alert rules of a site above changed', async () => {
  const { campus, told } = await campusWithSchool()
  const body = { Rules: { Vape: { RaiseLevel: 60 } } }
  await call(rules.changeSite, { params: { id: campus.id }, body }, { as: admin })
  await vi.waitFor(() => expect(told()).toContain('RulesChanged'), 60_000)
})

test('users who were disconnected in the meantime get it when they catch up', async () => {
  const { campus, school, as } = await campusWithSchool()
  const query = { SiteId: school.id }
  const { data } = await call(live.events, { query }, { as })
  await changes['the time zone of'](campus.id)
  const late = await call(live.events, { query: { ...query, after: data.Seq } }, { as })
  expect(late.data.Changes).toMatchObject([{ Event: 'InheritanceChanged', SiteId: school.id }])
})

test('users of a neighboring site are not notified', async () => {
  const { campus } = await campusWithSchool()
  const beside = await campusWithSchool()
  const { data } = await call(live.events, { query: { SiteId: beside.school.id } }, { as: beside.as })
  await changes['the time zone of'](campus.id)
  const query = { SiteId: beside.school.id, after: data.Seq }
  expect((await call(live.events, { query }, { as: beside.as })).data.Changes).toEqual([])
})
