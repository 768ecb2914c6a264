import { devices } from '@eot/contract/devices'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { changeCached, invalidate } from './cached.ts'

const queryKey = [devices.online.path, {}]
const answer = (...ids: string[]) => ({ Items: ids.map((Id) => ({ Id })), Total: ids.length })

/** Shows a query. `respond` answers its reads, one after the other. */
function show() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const responses: ((data: object) => void)[] = []
  const queryFn = vi.fn(() => new Promise<object>((resolve) => responses.push(resolve)))
  new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined)
  return {
    queryClient,
    queryFn,
    async respond(...ids: string[]) {
      responses.shift()?.(answer(...ids))
      await new Promise((resolve) => setTimeout(resolve))
    },
    ids: () => queryClient.getQueryData<ReturnType<typeof answer>>(queryKey)?.Items.map(({ Id }) => Id),
    change: (id: string) =>
      changeCached(queryClient, devices.online, (data) =>
        data.Items.some(({ Id }) => Id === id) ? data : ({ ...data, ...answer('a', id) } as typeof data),
      ),
  }
}

test('a change during the first read is in what is shown afterwards', async () => {
  const { change, ids, respond } = show()
  change('new')
  expect(ids()).toBeUndefined()
  await respond('a')
  expect(ids()).toEqual(['a', 'new'])
})

test('a change during a later read is shown at once, and is not lost when the response lacks it', async () => {
  const { change, ids, queryClient, respond } = show()
  await respond('a')
  void queryClient.invalidateQueries({ queryKey })
  change('new')
  expect(ids()).toEqual(['a', 'new'])
  await respond('a')
  expect(ids()).toEqual(['a', 'new'])
})

test('later responses are shown as they are', async () => {
  const { change, ids, queryClient, respond } = show()
  await respond('a')
  change('new')
  void queryClient.invalidateQueries({ queryKey })
  await respond('b')
  expect(ids()).toEqual(['b'])
})

test('a first read that began before the change is repeated', async () => {
  const { ids, queryClient, queryFn, respond } = show()
  void invalidate(queryClient, { queryKey })
  void invalidate(queryClient, { queryKey })
  expect(queryFn).toHaveBeenCalledTimes(1)
  await respond('a')
  expect(ids()).toEqual(['a'])
  expect(queryFn).toHaveBeenCalledTimes(2)
  await respond('a', 'new')
  expect(ids()).toEqual(['a', 'new'])
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('a read that is not under way is not repeated', async () => {
  const { queryClient, queryFn, respond } = show()
  await respond('a')
  void invalidate(queryClient, { queryKey: ['another'] })
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('changed data is still read again if it was marked before, and does not look newer', async () => {
  const { change, ids, queryClient, respond } = show()
  await respond('a')
  const before = queryClient.getQueryState(queryKey)
  await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  change('new')
  expect(ids()).toEqual(['a', 'new'])
  expect(queryClient.getQueryState(queryKey)).toMatchObject({
    isInvalidated: true,
    dataUpdatedAt: before?.dataUpdatedAt,
  })
})

test('several changes during reads that replace each other are applied in order', async () => {
  const { queryClient, ids, respond } = show()
  await respond('a')
  const set = (id: string) =>
    changeCached(queryClient, devices.online, (data) => ({ ...data, ...answer(id) }) as typeof data)
  void queryClient.invalidateQueries({ queryKey })
  set('first')
  void queryClient.invalidateQueries({ queryKey })
  set('last')
  await respond('a')
  await respond('a')
  expect(ids()).toEqual(['last'])
})

test('a change right after a read has begun is in its response, even if another change was just before it', async () => {
  const { change, ids, queryClient, respond } = show()
  await respond('a')
  change('before')
  void queryClient.invalidateQueries({ queryKey })
  change('after')
  await respond('a')
  expect(ids()).toEqual(['a', 'after'])
})
