import { Webhook } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { deliveryList } from './delivery-list.ts'
import { parseEventSearch } from './event-list.ts'
import { parseRequestSearch, requestList } from './request-list.ts'

export const webhookPages = [
  page(
    '/site/webhooks',
    { icon: Webhook, search: requestList.parse, wide: true },
    async () => (await import('./requests-page.tsx')).RequestsPage,
  ),
  page(
    '/site/webhooks/request',
    { search: parseRequestSearch, wide: true },
    async () => (await import('./request/request-page.tsx')).RequestPage,
  ),
  page(
    '/site/webhooks/events',
    { search: parseEventSearch, wide: true },
    async () => (await import('./event/events-page.tsx')).EventsPage,
  ),
] as const

export const webhookLogPages = [
  page(
    '/admin/webhooks',
    { icon: Webhook, search: deliveryList.parse, wide: true },
    async () => (await import('./log/webhook-log-page.tsx')).WebhookLogPage,
  ),
] as const
