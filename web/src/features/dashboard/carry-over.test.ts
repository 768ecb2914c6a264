import { alerts } from '@eot/contract/alerts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { alertPage } from '../../domain/alerts/alert-reads.ts'
import { carryOver } from './carry-over.ts'
import { dashboardReads } from './dashboard-reads.ts'

const ten = Date.parse('2026-11-17T10:59:00Z')
const eleven = Date.parse('2026-11-17T11:00:00Z')

const keys = (siteId: string, now: number) => {
  const { recent, unconfirmed } = dashboardReads(siteId, now)
  return {
    recent: [alerts.list.path, alertPage(recent)],
    secondPage: [alerts.list.path, alertPage(recent, 1)],
    unconfirmed: [alerts.list.path, { query: unconfirmed }],
  }
}

/** A cache with the data of a site at ten o'clock. */
function known(siteId: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  for (const [name, queryKey] of Object.entries(keys(siteId, ten))) queryClient.setQueryData(queryKey, name)
  return queryClient
}

const turnTheHour = (queryClient: QueryClient, siteId: string) =>
  carryOver(queryClient, dashboardReads(siteId, ten), dashboardReads(siteId, eleven))

test('the data of the last hour is shown in the next one, with all its pages', () => {
  const queryClient = known('north')
  turnTheHour(queryClient, 'north')
  for (const [name, queryKey] of Object.entries(keys('north', eleven)))
    expect(queryClient.getQueryData(queryKey)).toBe(name)
})

test('it is read again at once, and stays if that fails', async () => {
  const queryClient = known('north')
  turnTheHour(queryClient, 'north')
  const queryFn = vi.fn(() => Promise.reject(new Error('the server is away')))
  const observer = new QueryObserver(queryClient, { queryKey: keys('north', eleven).recent, queryFn })
  observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true), 60_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
  expect(observer.getCurrentResult().data).toBe('recent')
})

test('the data of another site is not shown', () => {
  const queryClient = known('south')
  turnTheHour(queryClient, 'north')
  for (const queryKey of Object.values(keys('north', eleven)))
    expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})

test('data that has already been read in the new hour is kept', () => {
  const queryClient = known('north')
  const { recent } = keys('north', eleven)
  queryClient.setQueryData(recent, 'newer', { updatedAt: eleven })
  turnTheHour(queryClient, 'north')
  expect(queryClient.getQueryState(recent)).toMatchObject({ data: 'newer', dataUpdatedAt: eleven })
})
