import type { Alert } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { withChange } from './alert-change.ts'

const open = {
  Id: 'a',
  Confirmed: false,
  ConfirmedBy: null,
  ConfirmedAt: null,
  Comment: 'before',
  Disposition: null,
} as Alert // no other field is used
const me = { Id: 'u', Name: 'M. Reyes' }
const now = new Date('2026-11-17T10:42:00Z')

test('confirming records who did it and when, and keeps comment and disposition', () => {
  expect(withChange(open, { Confirmed: true }, me, now)).toEqual({
    ...open,
    Confirmed: true,
    ConfirmedBy: me,
    ConfirmedAt: '2026-11-17T10:42:00.000Z',
  })
})

test('undoing a confirmation clears who did it and when', () => {
  const confirmed = withChange(open, { Confirmed: true }, me, now)
  expect(withChange(confirmed, { Confirmed: false }, me, now)).toEqual(open)
})

test('a second confirmation does not replace the first', () => {
  const confirmed = withChange(open, { Confirmed: true }, { Id: 'v', Name: 'J. Tran' }, now)
  expect(withChange(confirmed, { Confirmed: true, Disposition: 'Real' }, me)).toEqual({
    ...confirmed,
    Disposition: 'Real',
  })
})

test('a comment can be removed', () => {
  expect(withChange(open, { Comment: null }, me, now).Comment).toBeNull()
})
