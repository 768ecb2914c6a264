import { groups } from '@eot/contract/device-groups'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../../test/memory-storage.ts'
import { deleteRecord } from './delete-record.ts'
import { makeQueryClient, queryOf, refreshFeatures } from './query.ts'

const sent: string[] = []
/** Holds back the answers to GET requests while it is set. */
let held: Promise<void> | undefined

beforeEach(() => {
  sent.length = 0
  held = undefined
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    sent.push(path)
    await held
    signal?.throwIfAborted()
    return new Response(JSON.stringify({ Id: path.split('/').at(-1), Name: `read ${sent.length}` }))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Shows groups as open drawers do. */
async function show(...ids: string[]) {
  const client = makeQueryClient()
  const stops = ids.map((id) =>
    new QueryObserver(client, queryOf(groups.get, { params: { id } })).subscribe(() => {}),
  )
  await expect.poll(() => client.isFetching()).toBe(0)
  sent.length = 0
  const close = () => {
    for (const stop of stops) stop()
  }
  return { client, close }
}

test('an open record is not refetched from the start of its deletion until it is closed', async () => {
  const { client, close } = await show('a')
  await deleteRecord(client, 'a', () => refreshFeatures(client, groups))
  await refreshFeatures(client, groups)
  expect(sent).toEqual([])

  close()
  await client.fetchQuery(queryOf(groups.get, { params: { id: 'a' } }))
  expect(sent).toEqual(['/api/groups/a'])
})

test('other records are refetched while one is being deleted', async () => {
  const { client } = await show('b', 'c')
  await deleteRecord(client, 'b', () => refreshFeatures(client, groups))
  expect(sent).toEqual(['/api/groups/c'])
})

test('a record whose deletion failed is refetched, since it may have changed meanwhile', async () => {
  const { client } = await show('d')
  const refused = new Error('refused')
  const deletion = deleteRecord(client, 'd', async () => {
    await refreshFeatures(client, groups)
    throw refused
  })
  await expect(deletion).rejects.toBe(refused)
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(sent).toEqual(['/api/groups/d'])
})

test('a request for the record that is under way is canceled before the deletion is sent', async () => {
  const { client } = await show('e')
  let answer = () => {}
  held = new Promise((resolve) => {
    answer = resolve
  })
  const reading = refreshFeatures(client, groups)
  await expect.poll(() => sent).toEqual(['/api/groups/e'])
  await deleteRecord(client, 'e', async () => expect(client.isFetching()).toBe(0))
  answer()
  await reading
  expect(client.getQueryData(queryOf(groups.get, { params: { id: 'e' } }).queryKey)).toMatchObject({
    Name: 'read 1',
  })
})
