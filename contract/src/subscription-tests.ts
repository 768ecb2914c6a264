import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams } from './wire.ts'

/** The number of tests that a user may send in an hour. */
export const testsAnHour = 5

/** The receivers of a test: the caller, or everyone in the first stage of the subscription. */
export const TestReceivers = z.enum(['Me', 'Receivers'])
export type TestReceivers = z.output<typeof TestReceivers>

export const subscriptionTests = {
  send: endpoint({
    method: 'POST',
    path: '/subscriptions/:id/test',
    summary:
      'Send a message that is marked as a test on each channel that reaches a receiver, whatever the hours of the subscription; at most 5 times an hour',
    access: 'EditSubscriptions',
    status: 202,
    params: IdParams,
    body: z.strictObject({ To: TestReceivers }),
    answer: z.strictObject({
      /** The number of people who get the test. 0: none can be reached. */
      PeopleCount: z.int(),
      MessageCount: z.int(),
    }),
  }),
}
