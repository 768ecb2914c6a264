import { type Alert, alerts } from '@eot/contract/alerts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { openAlert } from '../../../test/open-alert.ts'
import { markStale, putStaleMarks, staleMarksOf, staleMarksRead } from './stale-marks.ts'

const listKey = [alerts.list.path, {}]

function cached(...Items: Alert[]) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(listKey, { Items, Total: Items.length })
  const list = () => queryClient.getQueryData<{ Items: Alert[] }>(listKey)
  return { queryClient, list, stale: () => list()?.Items.flatMap(({ Id, Stale }) => (Stale ? Id : [])) }
}

test('the open sensor alerts of a device that has gone offline are stale', () => {
  const { queryClient, stale } = cached(
    openAlert({ Id: 'vape' }),
    openAlert({ Id: 'ended', EndAt: '2026-11-17T10:06:00.000Z' }),
    openAlert({ Id: 'offline', Sensor: null }),
    openAlert({ Id: 'elsewhere', Device: { Id: 'e', Name: 'Lab' } }),
    openAlert({ Id: 'known', Device: { Id: 'e', Name: 'Lab' }, Stale: true }),
  )
  markStale(queryClient, 'd')
  expect(stale()).toEqual(['vape', 'known'])
})

test('marks that were read again are shown, also when an alert is no longer stale', () => {
  const { queryClient, stale } = cached(
    openAlert({ Id: 'silent' }),
    openAlert({ Id: 'back', Stale: true }),
    openAlert({ Id: 'unknown', Stale: true }),
  )
  putStaleMarks(queryClient, [openAlert({ Id: 'silent', Stale: true }), openAlert({ Id: 'back' })])
  expect(stale()).toEqual(['silent', 'unknown'])
})

test('a list without changes does not look newly read', () => {
  const { queryClient, list } = cached(openAlert())
  const before = list()
  putStaleMarks(queryClient, [openAlert()])
  markStale(queryClient, 'another')
  expect(list()).toBe(before)
})

test('the marks of a device are read again, not those of others', () => {
  const queryClient = new QueryClient()
  const keyOf = (id: string) => [alerts.all.path, staleMarksRead('s', [id])]
  for (const id of ['d', 'e']) queryClient.setQueryData(keyOf(id), [])
  const found = queryClient.getQueryCache().findAll(staleMarksOf('d'))
  expect(found.map(({ queryKey }) => queryKey)).toEqual([keyOf('d')])
})
