import type { RequestOf } from '@eot/contract/endpoint'
import type { webhookLog } from '@eot/contract/webhook-log'
import type { FiltersOf } from '../../../lib/lists/define-list.ts'
import type { deliveryList } from '../delivery-list.ts'

type Filters = FiltersOf<typeof deliveryList.filters>
type Status = NonNullable<Filters['status']>

export const isFailure = (status: Status): status is 'Failed' | 'Stopped' =>
  status === 'Failed' || status === 'Stopped'

/** Returns the filters of the list as the request to deliver failures again takes them. Without a status, it takes all failures. */
export const failuresShown = ({ status, request, event }: Filters, search: string) =>
  ({
    ...(status && isFailure(status) && { Status: [status] }),
    ...(request !== undefined && { webhookConfigId: request }),
    ...(event !== undefined && { webhookEventId: event }),
    ...(search !== '' && { search }),
  }) satisfies Partial<RequestOf<typeof webhookLog.redeliverAll>['body']>
