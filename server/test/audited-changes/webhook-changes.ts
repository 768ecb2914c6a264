import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookLog } from '@eot/contract/webhook-log'
import { webhookRequests } from '@eot/contract/webhooks'
import type { AuditedChange } from './audited-change.ts'

const request = { Name: 'Desk', Url: 'https://hooks.example.org/' }

export const webhookChanges: AuditedChange[] = [
  {
    endpoint: webhookRequests.create,
    rows: ['webhook_request.created'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      return () => call(webhookRequests.create, { body: request }, { as })
    },
  },
  {
    endpoint: webhookRequests.update,
    rows: ['webhook_request.updated'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.webhookRequest({ site: as.user.site })
      return () => call(webhookRequests.update, { params: { id }, body: { Name: 'Other' } }, { as })
    },
  },
  {
    endpoint: webhookRequests.rotateSecret,
    rows: ['webhook_request.secret_replaced'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.webhookRequest({ site: as.user.site })
      return () => call(webhookRequests.rotateSecret, { params: { id } }, { as })
    },
  },
  {
    endpoint: webhookRequests.test,
    rows: ['webhook_request.tested'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const body = { Request: { Name: 'Desk', Url: 'https://127.0.0.1/' } }
      return () => call(webhookRequests.test, { body }, { as })
    },
  },
  {
    endpoint: webhookRequests.remove,
    rows: ['webhook_request.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.webhookRequest({ site: as.user.site })
      return () => call(webhookRequests.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: webhookEvents.create,
    rows: ['webhook_event.created'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id: webhookConfigId } = await make.webhookRequest({ site: as.user.site })
      const body = { name: 'Vape', devices: 'All' as const, webhookConfigId }
      return () => call(webhookEvents.create, { body }, { as })
    },
  },
  {
    endpoint: webhookEvents.update,
    rows: ['webhook_event.updated'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.webhookEvent({ site: as.user.site })
      return () => call(webhookEvents.update, { params: { id }, body: { name: 'Other' } }, { as })
    },
  },
  {
    endpoint: webhookEvents.test,
    rows: ['webhook_request.tested'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const created = await call(webhookRequests.create, { body: request }, { as })
      return () => call(webhookEvents.test, { body: { webhookConfigId: created.data.Id } }, { as })
    },
  },
  {
    endpoint: webhookEvents.remove,
    rows: ['webhook_event.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.webhookEvent({ site: as.user.site })
      return () => call(webhookEvents.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: webhookLog.redeliver,
    rows: ['webhook.redelivered'],
    async arrange({ call, make, signIn }) {
      const as = await signIn({ role: 'System Administrator' })
      const { id } = await make.webhookDelivery({ site: as.user.site })
      return () => call(webhookLog.redeliver, { params: { id } }, { as })
    },
  },
  {
    endpoint: webhookLog.redeliverAll,
    rows: ['webhook.redelivered'],
    async arrange({ call, signIn }) {
      const as = await signIn({ role: 'System Administrator' })
      return () => call(webhookLog.redeliverAll, { body: { startTime: 0, endTime: 1 } }, { as })
    },
  },
]
