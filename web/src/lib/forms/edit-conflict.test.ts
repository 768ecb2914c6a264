import { expect, test } from 'vitest'
import { compareEdits, isUntouched, mergeEdits, type Side } from './edit-conflict.ts'

const before = { Name: 'Gym', City: 'Riga', Zip: '1001', Rooms: [{ Name: 'a' }], Country: 'Latvia' }
const mine = { ...before, Name: 'Hall', City: 'Cēsis', Country: 'LV' }
const theirs = { ...before, Name: 'Arena', Zip: '1002', Country: 'LV', Rooms: [{ Name: 'b' }] }

test('the user must choose only for fields that both changed to different values', () => {
  expect([...compareEdits(before, mine, theirs)]).toEqual([
    ['Name', 'choose'],
    ['City', 'mine'],
    ['Zip', 'theirs'],
    ['Rooms', 'theirs'],
    ['Country', 'same'],
  ])
})

test('the merged values keep every change, and the chosen side of each conflict', () => {
  const kept = { City: 'Cēsis', Zip: '1002', Country: 'LV', Rooms: [{ Name: 'b' }] }
  const chosen = (side: Side) => new Map([['Name', side]] as const)
  expect(mergeEdits(before, mine, theirs, chosen('mine'))).toEqual({ ...kept, Name: 'Hall' })
  expect(mergeEdits(before, mine, theirs, chosen('theirs'))).toEqual({ ...kept, Name: 'Arena' })
  expect(mergeEdits(before, mine, theirs, new Map())).toEqual({ ...kept, Name: 'Arena' })
})

test('a form is untouched if another edit changed none of its fields', () => {
  expect(isUntouched(before, structuredClone(before))).toBe(true)
  expect(isUntouched(before, theirs)).toBe(false)
})
