import { MailPlus } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseSubscriptionSearch } from './subscription-list.ts'

export const subscriptionPages = [
  page(
    '/subscriptions',
    { icon: MailPlus, search: parseSubscriptionSearch, wide: true },
    async () => (await import('./subscriptions-page.tsx')).SubscriptionsPage,
  ),
] as const
