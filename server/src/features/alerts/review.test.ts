import { expect, test } from 'vitest'
import { changeReview, type Review } from './review.ts'

const untouched: Review = {
  confirmed: false,
  confirmedBy: null,
  confirmedAt: null,
  comment: null,
  disposition: null,
}
const at = new Date('2026-11-20T09:00:00Z')
const anna = { userId: 'anna', at }
const ben = { userId: 'ben', at: new Date('2026-11-20T10:00:00Z') }
const confirmed: Review = { ...untouched, confirmed: true, confirmedBy: 'anna', confirmedAt: at }

test.each([
  [
    'confirming stores the user and the time',
    untouched,
    { confirmed: true },
    anna,
    confirmed,
    'AlertConfirmed',
  ],
  [
    'removing the confirmation clears both',
    confirmed,
    { confirmed: false },
    ben,
    untouched,
    'AlertUnconfirmed',
  ],
  [
    'a comment sent with a confirmation is stored with it',
    untouched,
    { confirmed: true, comment: 'on my way' },
    anna,
    { ...confirmed, comment: 'on my way' },
    'AlertConfirmed',
  ],
  [
    'a comment alone is an update and leaves who confirmed',
    confirmed,
    { comment: 'was steam' },
    ben,
    { ...confirmed, comment: 'was steam' },
    'AlertUpdated',
  ],
  [
    'confirming again keeps the first confirmation',
    confirmed,
    { confirmed: true, disposition: 'False' },
    ben,
    { ...confirmed, disposition: 'False' },
    'AlertUpdated',
  ],
  [
    'an empty comment removes the comment',
    { ...untouched, comment: 'oops' },
    { comment: '' },
    ben,
    untouched,
    'AlertUpdated',
  ],
  [
    'omitted fields stay unchanged',
    { ...confirmed, comment: 'kept', disposition: 'Real' },
    { confirmed: false },
    ben,
    { ...untouched, comment: 'kept', disposition: 'Real' },
    'AlertUnconfirmed',
  ],
] as const)('%s', (_title, before, change, by, review, event) => {
  expect(changeReview(before, change, by)).toEqual({ review, event })
})

test('a change to the current values has no effect', () => {
  expect(changeReview(confirmed, { confirmed: true, comment: '', disposition: null }, ben)).toBeUndefined()
  expect(changeReview(confirmed, {}, ben)).toBeUndefined()
})
