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

test('an alert enters the lists of its site and of those above it, but not of another one', () => {
  const queryClient = new QueryClient()
  const keys = ['district', 's', 'other'].map((SiteId) => [alerts.list.path, { query: { SiteId } }])
  for (const queryKey of keys) queryClient.setQueryData(queryKey, { Items: [], Total: 0 })
  const SitePath = [
    { Id: 'district', Name: 'District' },
    { Id: 's', Name: 'School' },
  ]
  putAlert(queryClient, openAlert({ SitePath }))
  const totals = keys.map((queryKey) => queryClient.getQueryData<{ Total: number }>(queryKey)?.Total)
  expect(totals).toEqual([1, 1, 0])
})
