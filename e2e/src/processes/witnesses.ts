import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { createDevices, createSite, type PortalClient } from '@eot/server/test/portal-client'
import { expect } from 'vitest'
import { Ledger } from '../crash/ledger.ts'
import { httpSender, mqttSender, type Sender } from '../crash/sender.ts'
import type { Stream } from '../crash/streams.ts'
import type { Processes } from './start-processes.ts'

const firstMac = 0x10_00
const vape = 90
/** Emails and deliveries of webhooks that one process sends at a time. */
const inFlight = { mails: 8, webhooks: 64 }

export interface Witnesses {
  readonly ledgers: readonly Ledger[]
  readonly senders: readonly Sender[]
  /** Makes the next device report vape now, alternating between HTTP and the broker. */
  raise(): void
  /** Waits until everybody is notified of the alerts so far, and expects that each is raised and notified once. */
  expectToldOnce(kills: number): Promise<{ mails: number; webhooks: number }>
}

/** Prepares devices that raise one alert each, for which one person gets an email and one endpoint a webhook. */
export async function prepareWitnesses(
  portal: PortalClient,
  { cluster: { pool }, entrance, sink, receiver, ...processes }: Processes,
  count: number,
  fail: (error: unknown) => void,
): Promise<Witnesses> {
  const site = await createSite(portal, { Name: 'Witnesses', TimeZone: 'UTC' })
  // Each reports only once, and must not go offline, which would raise another alert.
  const settings = { ReportInterval: 86_400 }
  const devices = await createDevices(portal, site.id, { count, firstMac, settings })
  await processes.admit(devices)
  const Body = [
    { key: 'mac', paramType: 'specified' as const, type: 'string' as const, value: '{{device.mac}}' },
  ]
  const request = { Name: 'Desk', Site: site.id, Url: receiver.origin, Body }
  const { Id: webhookConfigId } = await portal.call(webhookRequests.create, { body: request })
  await portal.call(webhookEvents.create, {
    body: {
      name: 'All',
      siteId: site.id,
      webhookConfigId,
      devices: 'All',
      alertTypes: 'All',
      startTime: 0,
      endTime: 24,
      saturday: true,
      sunday: true,
    },
  })
  await pool.query(
    `with person as (
       insert into app_user (id, site_id, role_id, email, full_name, confirmed_at)
       select gen_random_uuid(), $1, (select id from role where name = 'Site Staff'),
         'person' || n || '@host' || n % 20 || '.example', 'Person ' || n, now()
       from generate_series(1, $2::int) n returning id, full_name
     ), rule as (
       insert into subscription (id, site_id, name, type, all_devices, events, start_hour, end_hour, weekdays)
       select gen_random_uuid(), $1, 'Person ' || n, 'Devices', false, array['AlertStarted'], 0, 24, array_fill(true, array[7])
       from generate_series(1, $2::int) n returning id, name
     ), target as (
       insert into subscription_device (subscription_id, device_id)
       select rule.id, device from rule join unnest($3::uuid[]) with ordinality as d (device, n) on name = 'Person ' || n
     )
     insert into subscription_user (subscription_id, stage, user_id)
     select rule.id, 1, person.id from rule join person on full_name = name`,
    [site.id, count, devices.map(({ id }) => id)],
  )

  const ledgers: Ledger[] = []
  const senders: Sender[] = []
  const personal = () => sink.received.filter(({ receivers: [to] }) => to?.startsWith('person'))
  const macOf = ({ body }: { body: Buffer }): string => JSON.parse(String(body)).mac
  const idOf = ({ headers }: (typeof receiver.received)[0]) => String(headers['webhook-id'])
  const distinct = <T>(items: readonly T[]) => new Set(items).size

  return {
    ledgers,
    senders,
    raise() {
      const device = devices[ledgers.length]
      if (!device) throw new Error('there are no more witnesses')
      const ledger = new Ledger(device, oneMoment(Date.now()))
      ledger.made = 1
      const isHttp = ledgers.length % 2 === 0
      const sender = isHttp ? httpSender(ledger, entrance, fail) : mqttSender(ledger, entrance, 1, fail)
      ledgers.push(ledger)
      senders.push(sender)
      sender.send(ledger, [0])
    },
    async expectToldOnce(kills) {
      const told = () => [
        distinct(personal().map(({ messageId }) => messageId)),
        distinct(receiver.received.map(idOf)),
      ]
      // Messages that a killed process was sending are taken over once its heartbeats are late.
      await expect.poll(told, { timeout: 300_000 }).toEqual([ledgers.length, ledgers.length])
      const { rows } = await pool.query(
        `select d.mac, extract(epoch from a.started_at)::float8 * 1000 as at from alert a
         join device d on d.no = a.device_no where d.mac = any($1)`,
        [devices.map(({ mac }) => mac)],
      )
      const raised = ledgers.map(({ device: { mac }, stream }) => ({ mac, at: stream.sampleAt(0).at }))
      const byMac = (a: { mac: string }, b: { mac: string }) => (a.mac < b.mac ? -1 : 1)
      expect(rows.toSorted(byMac)).toEqual(raised.toSorted(byMac))
      const perPerson = Map.groupBy(personal(), ({ receivers: [to] }) => to)
      expect(perPerson.size).toBe(ledgers.length)
      for (const [to, mails] of perPerson)
        expect(distinct(mails.map(({ messageId }) => messageId)), to).toBe(1)
      const perDevice = Map.groupBy(receiver.received, macOf)
      expect(perDevice.size).toBe(ledgers.length)
      for (const [mac, requests] of perDevice) expect(distinct(requests.map(idOf)), mac).toBe(1)
      const outcomes = async () =>
        (
          await pool.query(
            `select n.status, m.status as message, count(*)::int as count from notification n
             left join message m on m.id = n.message_id where n.kind = 'AlertStarted' group by 1, 2
             union all select 'webhook', status, count(*)::int from webhook_delivery group by status`,
          )
        ).rows
      // A process may be killed after it has sent a message and before it has recorded that. Another sends it again.
      await expect.poll(outcomes, { timeout: 300_000 }).toEqual([
        { status: 'told', message: 'sent', count: ledgers.length },
        { status: 'webhook', message: 'sent', count: ledgers.length },
      ])
      const repeats = {
        mails: personal().length - ledgers.length,
        webhooks: receiver.received.length - ledgers.length,
      }
      expect(repeats.mails).toBeLessThanOrEqual(kills * inFlight.mails)
      expect(repeats.webhooks).toBeLessThanOrEqual(kills * inFlight.webhooks)
      return repeats
    },
  }
}

/** `isAlarming`: over a broker, the sender sends it again until it is stored. */
const oneMoment = (at: number): Stream => ({
  isAlarming: true,
  length: 1,
  sampleAt: () => ({ at, readings: { vape } }),
})
