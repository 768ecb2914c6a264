import type { WebhookResultCode } from '@eot/contract/webhook-results'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { deleteInSteps } from '../../platform/db/delete-in-steps.queries.ts'
import type { DeliveryStatus } from './tables.ts'
import type { DueDelivery } from './told-events.queries.ts'
import { hostOf } from './webhook-values.ts'

export interface NewAttempt {
  id: string
  at: Date
  duration_ms: number
  result_code: WebhookResultCode
  message: string
  status: number | null
  request: string | null
  response: string | null
  request_site_path: string | null
}

/** The webhook request that was sent in an attempt. */
interface SentRequest {
  id: string
  name: string
  url: string
  sitePath: string
}

/** An administrator responsible for a webhook request. */
export interface Owner {
  userId: string
  email: string
}

/** Statements of the delivery job. */
export const deliveryQueries = (db: Kysely<Database>) => ({
  /**
   * Finds a delivery that waits for this attempt, with the params of its event, and whether the site of that event has moved to
   * another customer since; undefined if it does not wait.
   */
  findDue: (id: string, attempt: number) =>
    db
      .selectFrom('webhook_delivery')
      .leftJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.webhook_event_id')
      .leftJoin('site', 'site.id', 'webhook_event.site_id')
      .where('webhook_delivery.id', '=', id)
      .where('webhook_delivery.status', '=', 'waiting')
      .where('webhook_delivery.attempts', '=', attempt - 1)
      .selectAll('webhook_delivery')
      .select('webhook_event.params')
      .select(
        sql<boolean>`site.id is not null and not starts_with(webhook_delivery.site_path, site.path)
          and customer_of(webhook_delivery.site_path) is distinct from customer_of(site.path)`.as(
          'isElsewhere',
        ),
      )
      .executeTakeFirst(),

  /** Locks a delivery until the transaction ends. Returns its current status and number of attempts. */
  lockDelivery: (id: string): Promise<{ status: DeliveryStatus; attempts: number }> =>
    db
      .selectFrom('webhook_delivery')
      .where('id', '=', id)
      .select(['status', 'attempts'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(),

  async insertAttempt(deliveryId: string, attempt: NewAttempt): Promise<void> {
    await db
      .insertInto('webhook_attempt')
      .values({ delivery_id: deliveryId, ...attempt })
      .execute()
  },

  /** Also stores which request was sent, since the webhook event may have a new one. It decides who sees the result in the log. */
  async finishAttempt(
    id: string,
    end: {
      status: DeliveryStatus
      result_code: WebhookResultCode
      message: string
      duration_ms: number
      next_at: Date | null
      finished_at: Date | null
    },
    sent: SentRequest | undefined,
  ): Promise<void> {
    const request = sent && {
      // null if it has been deleted since
      webhook_request_id: sql<string | null>`(select id from webhook_request where id = ${sent.id})`,
      request_name: sent.name,
      host: hostOf(sent.url),
      request_site_path: sent.sitePath,
    }
    await db
      .updateTable('webhook_delivery')
      .set({ ...end, ...request, attempts: sql`attempts + 1`, tries: sql`tries + 1` })
      .where('id', '=', id)
      .execute()
  },

  async finish(id: string, status: DeliveryStatus, message: string, at: Date): Promise<void> {
    await db
      .updateTable('webhook_delivery')
      .set({ status, message, next_at: null, finished_at: at })
      .where('id', '=', id)
      .execute()
  },

  /** Records that a receiver has accepted something. */
  async noteSuccess({
    requestId,
    eventId,
    at,
  }: {
    requestId: string
    eventId: string | null
    at: Date
  }): Promise<void> {
    await db
      .updateTable('webhook_request')
      .set({ succeeded_at: at, failing_since: null })
      .where('id', '=', requestId)
      .execute()
    if (eventId !== null)
      await db.updateTable('webhook_event').set({ succeeded_at: at }).where('id', '=', eventId).execute()
  },

  /** Records a failure. Returns since when the receiver has been failing. */
  async noteFailure({
    requestId,
    eventId,
    at,
  }: {
    requestId: string
    eventId: string | null
    at: Date
  }): Promise<Date> {
    const { rows } = await sql<{ failingSince: Date }>`
      update webhook_request set failed_at = ${at}, failing_since = coalesce(failing_since, ${at})
      where id = ${requestId} returning failing_since as "failingSince"`.execute(db)
    if (eventId !== null)
      await db.updateTable('webhook_event').set({ failed_at: at }).where('id', '=', eventId).execute()
    return rows[0]?.failingSince ?? at
  },

  /** Drops the deliveries waiting for a receiver. Returns whether this call has stopped it; false if it was already stopped. */
  async stopRequest(id: string, at: Date, why: string): Promise<boolean> {
    const stopped = await db
      .updateTable('webhook_request')
      .set({ stopped_at: at })
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    await db
      .updateTable('webhook_delivery')
      .set({ status: 'stopped', next_at: null, finished_at: at, message: why })
      .where('webhook_request_id', '=', id)
      .where('status', '=', 'waiting')
      .execute()
    return stopped !== undefined
  },

  /** Lists the administrators of the site of a webhook request, or of the nearest site above that has any. */
  async listOwners(requestId: string, lowestPriority: number): Promise<Owner[]> {
    const { rows } = await sql<Owner>`
      select person.id as "userId", person.email from webhook_request request
      join site own on own.id = request.site_id
      join lateral (
        select app_user.id, app_user.email, rank() over (order by length(home.path) desc) as distance
        from app_user join site home on home.id = app_user.site_id join role on role.id = app_user.role_id
        where starts_with(own.path, home.path) and role.priority >= ${lowestPriority} and app_user.is_active
          and app_user.deleted_at is null and app_user.confirmed_at is not null
      ) person on person.distance = 1
      where request.id = ${requestId} order by person.id limit 50`.execute(db)
    return rows
  },

  /** Queues the finished ones among these deliveries again. */
  async restart(ids: readonly string[], at: Date): Promise<DueDelivery[]> {
    const { rows } = await sql<DueDelivery>`
      update webhook_delivery set status = 'waiting', tries = 0, next_at = ${at}, finished_at = null
      where id = any(${ids}::uuid[]) and status not in ('waiting', 'held')
      returning id, attempts, webhook_request_id as "requestId", next_at as "nextAt"`.execute(db)
    return rows
  },

  forget: (before: Date): Promise<void> =>
    deleteInSteps(
      db,
      (limit) => sql`delete from webhook_delivery where id in (
        select id from webhook_delivery where created_at < ${before} limit ${limit})`,
    ),
})
