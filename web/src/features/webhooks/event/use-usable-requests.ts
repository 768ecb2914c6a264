import { type WebhookRequestRow, webhookRequests } from '@eot/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/api.ts'

const PageSize = 200

/** Reads the requests that events of a site may send: those of the site and of sites above it, as far as the user sees them. */
export function useUsableRequests(usableAt: string): readonly WebhookRequestRow[] {
  const { data = [] } = useQuery({
    queryKey: [webhookRequests.list.path, { usableAt }],
    async queryFn({ signal }) {
      const found: WebhookRequestRow[] = []
      for (let Page = 0; ; Page += 1) {
        const query = { usableAt, Page, PageSize }
        const { Items = [], Total } = await call(webhookRequests.list, { query }, { signal })
        found.push(...Items)
        if (found.length >= Total || Items.length === 0) return found
      }
    },
  })
  return data
}
