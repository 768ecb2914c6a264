import { alerts } from '@eot/contract/alerts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { openAlert } from '../../../test/open-alert.ts'
import { putAlert } from './put-alert.ts'

test.each([
  ['a search', { search: 'vape' }],
  ['hours', { hourOfDay: [8] }],
])('a confirmed alert stays in a list with %s, which only the server can filter', (_, query) => {
  const queryClient = new QueryClient()
  const queryKey = [alerts.list.path, { query }]
  queryClient.setQueryData(queryKey, { Items: [openAlert()], Total: 1 })
  putAlert(queryClient, openAlert({ Confirmed: true }))
  expect(queryClient.getQueryData(queryKey)).toMatchObject({
    Items: [{ Id: 'a', Confirmed: true }],
    Total: 1,
  })
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
