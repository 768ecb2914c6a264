import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import { type AlertTypeKey, findAlertType } from '@eot/contract/vocabulary'
import { webhookEvents } from '@eot/contract/webhook-events'
import type { WebhookParamInput } from '@eot/contract/webhook-params'
import { webhookRequests } from '@eot/contract/webhooks'
import type { Portal, Visit } from './visit.ts'

const dayMs = 86_400_000

const text = (key: string, value: string, more: Partial<WebhookParamInput> = {}): WebhookParamInput => ({
  key,
  paramType: 'specified',
  type: 'string',
  value,
  ...more,
})

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const always = { startTime: 0, endTime: 24, ...Object.fromEntries(days.map((day) => [day, true])) }

const idsOf = (types: readonly AlertTypeKey[]) => types.flatMap((key) => findAlertType(key)?.Id ?? [])

/** Adds a webhook event for all devices of a place. */
async function tell(
  { ask, site }: Portal,
  place: string,
  event: {
    name: string
    webhookConfigId: string
    /** Omitted: all. */
    types?: readonly AlertTypeKey[]
    events: SubscriptionEvent[]
    body?: WebhookParamInput[]
  },
) {
  const { types, body = [], ...fields } = event
  await ask(webhookEvents.create, {
    body: {
      ...fields,
      ...always,
      siteId: await site(place),
      devices: 'All',
      alertTypes: types ? idsOf(types) : 'All',
      params: { Body: body },
    },
  })
}

/** Hosts of the receivers, in a domain reserved for examples. */
export const webhookHosts = {
  chat: 'hooks.chat.example',
  desk: 'desk.northfield.example',
  building: 'bms.lakeshore.northfield.example',
} as const

/** The webhooks of Northfield Schools. */
export const webhookVisits: readonly Visit[] = [
  {
    agoMs: 30 * dayMs,
    who: 'Dana Whitfield',
    async does(portal) {
      const place = 'Northfield Schools'
      const { Id: chat } = await portal.ask(webhookRequests.create, {
        body: {
          Name: 'Security channel',
          Site: await portal.site(place),
          Url: `https://${webhookHosts.chat}/services/T024BE7LD`,
          Body: [
            text('text', '{{alert.typeName}} in {{device.name}}, {{site.name}}: {{alert.link}}'),
            text('channel', '#campus-safety', { paramType: 'config' }),
          ],
        },
      })
      await tell(portal, place, {
        name: 'Restrooms to the security channel',
        webhookConfigId: chat,
        types: ['Vape', 'Aggression', 'Tamper'],
        events: ['AlertStarted'],
        body: [text('channel', '#restrooms')],
      })
      const { Id: desk } = await portal.ask(webhookRequests.create, {
        body: {
          Name: 'Facilities desk',
          Site: await portal.site(place),
          Url: `https://${webhookHosts.desk}/api/tickets`,
          Headers: [text('X-Api-Key', 'nf-5c1e0b7d94')],
          Body: [
            text('title', '{{alert.typeName}} in {{device.name}}'),
            text('location', '{{site.name}}'),
            text('value', '{{alert.value}}', { type: 'number' }),
            text('state', '{{event.kind}}'),
          ],
        },
      })
      await tell(portal, place, {
        name: 'Air and climate to the facilities desk',
        webhookConfigId: desk,
        types: ['ECO2', 'TVOC', 'TemperatureLow', 'Temperature', 'Offline'],
        events: ['AlertStarted', 'AlertEnded'],
      })
    },
  },
  {
    agoMs: 12 * dayMs,
    who: 'Dana Whitfield',
    async does(portal) {
      const place = 'Lakeshore Campus'
      const { Id: building } = await portal.ask(webhookRequests.create, {
        body: {
          Name: 'Building control',
          Site: await portal.site(place),
          Url: `https://${webhookHosts.building}/ventilation/boost`,
          ContentType: 'application/x-www-form-urlencoded',
          Body: [text('room', '{{device.name}}'), text('reason', '{{alert.type}}')],
        },
      })
      await tell(portal, place, {
        name: 'Alerts of the campus to building control',
        webhookConfigId: building,
        events: ['AlertStarted', 'AlertEnded'],
      })
    },
  },
]

/** Turns webhooks off, since the receivers do not exist and nothing must be sent while the demo runs. */
export const webhookPauses: readonly Visit[] = [
  {
    agoMs: 60_000,
    who: 'Dana Whitfield',
    async does({ ask }) {
      const { Items = [] } = await ask(webhookEvents.list, { query: { PageSize: 50 } })
      for (const { Id } of Items)
        await ask(webhookEvents.update, { params: { id: Id }, body: { isActive: false } })
    },
  },
]
