import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { postedText, sealedSecret, toldSchool } from '../../../test/told-school.ts'
import { startReceiver } from '../../../test/web-receiver.ts'
import { deliverWebhookJob } from './enqueue-deliveries.command.ts'

const receiver = await startReceiver()
const hanging = await startReceiver()
let open = 0
let mostOpen = 0
hanging.answer = (response) => {
  mostOpen = Math.max(mostOpen, ++open)
  response.on('close', () => open--)
}
afterAll(() => receiver.stop())

test('a customer whose receivers all hang does not delay another customer', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  const { db, make } = school
  const site = await make.site({ name: 'Another customer' })
  const room = await make.device({ site })
  const request = await make.webhookRequest({
    site,
    url: hanging.origin,
    parts: postedText,
    signing_secret: sealedSecret,
  })
  const event = await make.webhookEvent({ site, request })
  // As many deliveries as there are slots.
  const { concurrency, perGroup, perOwner, slowSlots } = deliverWebhookJob
  const copies = (concurrency + slowSlots) / perGroup
  await sql`
    insert into webhook_request
    select (jsonb_populate_record(own, jsonb_build_object('id', gen_random_uuid(), 'name', 'Copy ' || n))).*
    from webhook_request own, generate_series(1, ${copies}::int) n where own.id = ${request.id}`.execute(db)
  await sql`
    insert into webhook_event
    select (jsonb_populate_record(own, jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'Copy ' || n || other.id, 'webhook_request_id', other.id))).*
    from webhook_event own, webhook_request other, generate_series(1, ${perGroup}::int) n
    where own.id = ${event.id} and other.site_id = ${site.id}`.execute(db)
  await school.vape(room)
  await school.follow()
  const delivering: Promise<void>[] = []
  /** Also polls for due jobs, which the test's worker does not do automatically. */
  const look = () => {
    delivering.push(school.deliver())
  }
  const patience = { timeout: 60_000, interval: 250 }
  await expect
    .poll(() => {
      look()
      return mostOpen
    }, patience)
    .toBeGreaterThanOrEqual(perOwner)
  await school.vape(school.room)
  await school.follow()
  await expect
    .poll(() => {
      look()
      return school.texts()
    }, patience)
    .toEqual(['Vape in Restroom 2F'])
  await sql`update webhook_request set stopped_at = now() where site_id = ${site.id}`.execute(db)
  // On a slow machine some may have timed out by now, which this side may notice later than the other.
  expect(mostOpen).toBeLessThan(perOwner * 1.5)
  await hanging.stop()
  await Promise.all(delivering)
})
