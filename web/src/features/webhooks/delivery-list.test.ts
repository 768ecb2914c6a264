import { webhookStatuses } from '@eot/contract/webhook-log'
import { expect, test } from 'vitest'
import { deliveryList, deliveryStatuses } from './delivery-list.ts'

const id = '01900000-0000-7000-8000-000000000001'

test('the statuses are those of the contract', () => {
  expect(deliveryStatuses).toEqual(webhookStatuses)
})

test('the address is parsed, and parsing the result again changes nothing', () => {
  const search = deliveryList.parse({ status: 'Failed', request: id, event: 'none', delivery: id, page: 1 })
  expect(search).toMatchObject({ status: 'Failed', request: id, event: undefined, delivery: id, page: 1 })
  expect(deliveryList.parse({ ...search })).toEqual(search)
})
