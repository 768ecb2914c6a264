import type { AuditEntry } from '@eot/contract/audit'
import { expect, test } from 'vitest'
import { undoableMove } from './undoable-move.ts'

const [north, south] = [
  { Id: 'n', Name: 'North' },
  { Id: 's', Name: 'South' },
]
const now = Date.parse('2026-11-23T15:00:00.000Z')
const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  Id: '10',
  At: '2026-11-23T14:55:00.000Z',
  Actor: null,
  Action: 'device.moved',
  Subject: { Id: 'd', Name: 'Lab' },
  Site: south,
  Changes: { Site: [north, south] },
  Details: {},
  Address: null,
  ...given,
})
const later = (given: Partial<AuditEntry>) => entry({ Id: '11', Changes: {}, ...given })

test.each<[of: string, moved: Partial<AuditEntry>, kind: 'device' | 'site']>([
  ['a device', {}, 'device'],
  ['a site', { Action: 'site.moved', Changes: { ParentSite: [north, south] } }, 'site'],
  ['a site with other changes', { Action: 'site.updated', Changes: { ParentSite: [north, south] } }, 'site'],
])('the move of %s is undone by moving it back', (_, moved, kind) => {
  const move = entry(moved)
  expect(undoableMove(move, [move], now)).toEqual({ kind, id: 'd', site: north })
})

test.each<[why: string, moved: Partial<AuditEntry>, more?: AuditEntry]>([
  ['after ten minutes', { At: '2026-11-23T14:50:00.000Z' }],
  ['from a place that the reader does not know', { Changes: { Site: [{ Id: null, Name: null }, south] } }],
  ['from the inventory', { Action: 'device.claimed', Changes: { Site: [null, south] } }],
  ['at the former place', { Action: 'device.moved_away' }],
  ['that is none', { Action: 'site.updated', Changes: { Name: ['a', 'b'] } }],
  ['before another one', {}, later({ Action: 'device.moved' })],
  ['of a device that has been deleted', {}, later({ Action: 'device.deleted' })],
])('a move %s cannot be undone', (_, moved, more) => {
  const move = entry(moved)
  expect(undoableMove(move, more ? [more, move] : [move], now)).toBe(null)
})

test('later entries other than moves, and entries about other records, do not matter', () => {
  const move = entry({})
  const others = [
    later({ Action: 'site.updated', Changes: { Name: ['a', 'b'] } }),
    later({ Subject: { Id: 'x', Name: 'Gym' } }),
  ]
  expect(undoableMove(move, [...others, move], now)).not.toBe(null)
})
