import { expect, test } from 'vitest'
import { membersFirst } from './candidate.ts'

const candidates = ['a', 'b', 'c', 'd'].map((Id) => ({ Id, Name: Id, detail: 'North' }))
const stored = ['x', 'c', 'b'].map((Id) => ({ Id, Name: Id }))

const idsFor = (search: string) => membersFirst(candidates, stored, search).map(({ Id }) => Id)

test('the stored members come first, including those that the server has not listed', () => {
  expect(idsFor('')).toEqual(['b', 'c', 'x', 'a', 'd'])
})

test('a search lists only what it has found', () => {
  expect(idsFor('b')).toEqual(['b', 'c', 'a', 'd'])
})
