import { type ChangeMessage, live } from '@eot/contract/live'
import { systemMessages } from '@eot/contract/system-messages'
import { afterAll, expect, test, vi } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { collect, connectLive, join } from '../../../test/live-client.ts'
import { testLive } from '../../../test/test-live.ts'

const app = await testLive()
afterAll(app.close)

async function personAt(site: MadeSite) {
  const as = await app.signIn({ site, role: 'Viewer' })
  const socket = await connectLive(app.url, as.AccessToken)
  const messages = collect<ChangeMessage>(socket, 'changes')
  await join(socket, 'changes', site.id)
  return { as, messages }
}

const district = await app.make.site()
const school = await app.make.site({ parent: district })
const other = await app.make.site({ parent: district })
const admin = { as: await app.signIn({ site: district, role: 'System Administrator' }) }
const publish = async (Title: string, Sites: string[]) =>
  (await app.call(systemMessages.create, { body: { Title, Sites } }, admin)).data

test('people are notified at once that a message for their site or one above was published, changed or deleted', async () => {
  const pupil = await personAt(school)
  const elsewhere = await personAt(other)
  const { Id } = await publish('School', [school.id])
  await app.call(systemMessages.update, { params: { id: Id }, body: { Sites: [district.id] } }, admin)
  await app.call(systemMessages.remove, { params: { id: Id } }, admin)
  const changed = { Event: 'SystemMessagesChanged', SiteId: school.id }
  // The change concerned the old and the new site.
  await vi.waitFor(() => expect(pupil.messages).toMatchObject([changed, changed, changed, changed]), 60_000)
  await vi.waitFor(() => expect(elsewhere.messages).toHaveLength(2), 60_000)
  expect(new Set(elsewhere.messages.map(({ SiteId }) => SiteId))).toEqual(new Set([other.id]))
})

test('people who were disconnected are notified when they catch up, without the id of a site above', async () => {
  const as = await app.signIn({ site: school, role: 'Viewer' })
  const ask = async (after?: number) =>
    (await app.call(live.events, { query: { SiteId: school.id, after } }, { as })).data
  const { Seq } = await ask()
  await publish('Elsewhere', [other.id])
  await publish('Everywhere', [district.id])
  expect((await ask(Seq)).Changes).toEqual([
    { Seq: Seq + 2, Event: 'SystemMessagesChanged', SiteId: school.id },
  ])
})
