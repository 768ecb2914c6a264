import { expect, test } from 'vitest'
import { failuresShown, isFailure } from './failures-shown.ts'

const request = '01900000-0000-7000-8000-000000000001'
const event = '01900000-0000-7000-8000-000000000002'

test('failures are delivered again within all filters of the list', () => {
  expect(failuresShown({}, '')).toEqual({})
  expect(failuresShown({ request, event, status: 'Stopped' }, 'vape')).toEqual({
    webhookConfigId: request,
    webhookEventId: event,
    Status: ['Stopped'],
    search: 'vape',
  })
})

test('only deliveries that failed or were stopped are failures', () => {
  const statuses = ['Waiting', 'Held', 'Sent', 'Failed', 'Stopped', 'Dropped'] as const
  expect(statuses.filter(isFailure)).toEqual(['Failed', 'Stopped'])
})
