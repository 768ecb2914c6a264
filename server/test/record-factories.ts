import { noParams } from '@eot/contract/webhook-params'
import type { Kysely } from 'kysely'
import type { Database } from '../src/database.ts'
import { createWebhookSeal } from '../src/features/webhooks/index.ts'
import { uuidv7 } from '../src/platform/db/uuid.ts'
import type { Given, MadeSite } from './made-records.ts'

let count = 0

/** Uses the secret key of the tests. */
const webhookSeal = createWebhookSeal(Buffer.alloc(32, 7))

/** Creates groups, lists, messages, subscriptions and entries of the blacklist. */
export function recordFactories(db: Kysely<Database>, site: () => Promise<MadeSite>) {
  const collection =
    (table: 'device_group' | 'user_list') =>
    async (given: { site?: MadeSite } = {}): Promise<{ id: string; site: MadeSite }> => {
      const { site: own = await site() } = given
      const id = uuidv7()
      await db
        .insertInto(table)
        .values({ id, site_id: own.id, name: `Collection ${++count}` })
        .execute()
      return { id, site: own }
    }

  /** Creates a message for the people of a site and its sub-sites, without an end. */
  async function systemMessage(
    given: { site?: MadeSite } & Given<'system_message'> = {},
  ): Promise<{ id: string; site: MadeSite }> {
    const { site: own = await site(), ...columns } = given
    const id = uuidv7()
    await db
      .insertInto('system_message')
      .values({
        id,
        site_id: own.id,
        title: `Message ${++count}`,
        description: '',
        severity: 'Info',
        starts_at: new Date(0),
        ends_at: null,
        is_active: true,
        ...columns,
      })
      .execute()
    await db.insertInto('system_message_site').values({ message_id: id, site_id: own.id }).execute()
    return { id, site: own }
  }

  /** Creates a subscription of a site to all alerts below it, at all hours, without receivers. */
  async function subscription(
    given: { site?: MadeSite } & Given<'subscription'> = {},
  ): Promise<{ id: string; site: MadeSite }> {
    const { site: own = await site(), ...columns } = given
    const id = uuidv7()
    await db
      .insertInto('subscription')
      .values({
        id,
        site_id: own.id,
        name: `Subscription ${++count}`,
        is_active: true,
        type: 'Devices',
        all_devices: true,
        alert_types: null,
        events: ['AlertStarted'],
        start_hour: 0,
        end_hour: 24,
        weekdays: Array<boolean>(7).fill(true),
        paused_until: null,
        remind_after_minutes: null,
        ...columns,
      })
      .execute()
    return { id, site: own }
  }

  /** Creates a waiting report. */
  async function report(
    given: { site?: MadeSite } & Given<'report'> = {},
  ): Promise<{ id: string; site: MadeSite }> {
    const { site: own = await site(), ...columns } = given
    const id = uuidv7()
    await db
      .insertInto('report')
      .values({
        id,
        site_id: own.id,
        type: 'Custom',
        name: `Report ${++count}`,
        first_day: '2026-11-09',
        last_day: '2026-11-15',
        is_scheduled: false,
        state: 'Waiting',
        created_at: new Date(),
        ...columns,
      })
      .execute()
    return { id, site: own }
  }

  /** Creates an own report that is not scheduled. */
  async function ownReport(
    given: { site?: MadeSite } & Given<'own_report'> = {},
  ): Promise<{ id: string; site: MadeSite }> {
    const { site: own = await site(), ...columns } = given
    const id = uuidv7()
    await db
      .insertInto('own_report')
      .values({
        id,
        site_id: own.id,
        name: `Own report ${++count}`,
        sections: ['Summary', 'Types'],
        schedule: 'None',
        all_devices: true,
        created_at: new Date(),
        ...columns,
      })
      .execute()
    return { id, site: own }
  }

  /** Creates a webhook request of a site that posts an empty object. */
  async function webhookRequest(
    given: { site?: MadeSite } & Given<'webhook_request'> = {},
  ): Promise<{ id: string; site: MadeSite }> {
    const { site: own = await site(), ...columns } = given
    const id = uuidv7()
    const row = {
      id,
      site_id: own.id,
      name: `Request ${++count}`,
      url: 'https://hooks.example.org/',
      method: 'POST' as const,
      content_type: 'application/json' as const,
      parts: JSON.stringify(noParams()),
      trust_self_signed: false,
      signing_secret: webhookSeal.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
      ...columns,
    }
    await db.insertInto('webhook_request').values(row).execute()
    return { id, site: own }
  }

  /** Creates a webhook event of a site for all alerts below it, at all hours. */
  async function webhookEvent(
    given: { site?: MadeSite; request?: { id: string } } & Given<'webhook_event'> = {},
  ): Promise<{ id: string; site: MadeSite }> {
    const { site: own = await site(), request, ...columns } = given
    const { id: requestId } = request ?? (await webhookRequest({ site: own }))
    const id = uuidv7()
    const row = {
      id,
      site_id: own.id,
      webhook_request_id: requestId,
      params: JSON.stringify(noParams()),
      name: `Event ${++count}`,
      is_active: true,
      type: 'Devices' as const,
      all_devices: true,
      events: ['AlertStarted' as const],
      start_hour: 0,
      end_hour: 24,
      weekdays: Array<boolean>(7).fill(true),
      ...columns,
    }
    await db.insertInto('webhook_event').values(row).execute()
    return { id, site: own }
  }

  /** Creates a failed delivery at a site, by a request of the same site. */
  async function webhookDelivery(
    given: { site?: MadeSite } & Given<'webhook_delivery'> = {},
  ): Promise<{ id: string; site: MadeSite }> {
    const { site: own = await site(), ...columns } = given
    const id = uuidv7()
    const row = {
      id,
      event_seq: ++count,
      kind: 'AlertStarted' as const,
      event_name: 'Event',
      request_name: 'Request',
      host: 'hooks.example.org',
      site_id: own.id,
      site_name: own.name,
      site_path: own.path,
      device_id: uuidv7(),
      subject: 'Vape, Room',
      variables: '{}',
      status: 'failed' as const,
      created_at: new Date(),
      request_site_path: own.path,
      ...columns,
    }
    await db.insertInto('webhook_delivery').values(row).execute()
    return { id, site: own }
  }

  /** Creates a maintenance window of a site that began an hour ago and ends in an hour. */
  async function maintenance(
    given: { site?: MadeSite } & Given<'maintenance_window'> = {},
  ): Promise<{ id: string; site: MadeSite }> {
    const { site: own = await site(), ...columns } = given
    const id = uuidv7()
    await db
      .insertInto('maintenance_window')
      .values({
        id,
        site_id: own.id,
        starts_at: new Date(Date.now() - 3_600_000),
        ends_at: new Date(Date.now() + 3_600_000),
        reason: `Floor work ${++count}`,
        tells_urgent: true,
        created_by: uuidv7(),
        ...columns,
      })
      .execute()
    return { id, site: own }
  }

  /** Creates a blocked email address. */
  async function blacklistEntry(
    given: Given<'blacklist_entry'> = {},
  ): Promise<{ id: string; receiver: string }> {
    const id = uuidv7()
    const entry = {
      receiver: `blocked${++count}@example.org`,
      type: 'Email' as const,
      is_blocked: true,
      reason: 'HardBounce' as const,
      detail: '550 5.1.1 No such user here',
      failures: 1,
      last_failure_at: new Date(),
      blocked_at: new Date(),
      ...given,
    }
    await db
      .insertInto('blacklist_entry')
      .values({ id, ...entry })
      .execute()
    return { id, receiver: entry.receiver }
  }

  /** Registers a browser in which notifications of a user are on. */
  async function pushBrowser(
    { user }: { user: { id: string } },
    given: Given<'push_browser'> = {},
  ): Promise<{ id: string }> {
    const id = uuidv7()
    const at = new Date()
    await db
      .insertInto('push_browser')
      .values({
        id,
        user_id: user.id,
        session_id: null,
        endpoint: `https://push.example.org/send/${++count}`,
        public_key: 'B'.repeat(87),
        auth_secret: 'A'.repeat(22),
        user_agent: 'Test',
        created_at: at,
        seen_at: at,
        ...given,
      })
      .execute()
    return { id }
  }

  return {
    deviceGroup: collection('device_group'),
    userList: collection('user_list'),
    systemMessage,
    maintenance,
    report,
    ownReport,
    subscription,
    webhookRequest,
    webhookEvent,
    webhookDelivery,
    blacklistEntry,
    pushBrowser,
  }
}
