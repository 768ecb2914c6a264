import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEraser, erased } from './words-of-person.ts'

const erase = createEraser({
  emails: ['Ann.Lee@example.org', 'ann@example.org'],
  phones: ['+15550001'],
  names: ['Ann Lee', 'Lee'],
})

test.each([
  ['ann.lee@EXAMPLE.org', erased],
  ['Mail ann.lee@example.org, or ann@example.org.', `Mail ${erased}, or ${erased}.`],
  ['joann.lee@example.org', 'joann.lee@example.org'],
  ['mary-ann@example.org', 'mary-ann@example.org'],
  ['ann.lee@example.organic', 'ann.lee@example.organic'],
  ['Call +15550001!', `Call ${erased}!`],
  ['+155500012', '+155500012'],
  ['Seen by Ann Lee at noon', `Seen by ${erased} at noon`],
  ['Ann Leeson was here', 'Ann Leeson was here'],
  ['Lee', erased],
  ['The lee side', 'The lee side'],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(erase(text)).toBe(expected)
})

test('all texts of a value are searched, and everything else stays', () => {
  const value = {
    changes: { Email: ['ann@example.org', 'new@example.org'], FullName: [null, 'Ann Lee'] },
    n: 1,
    is: true,
  }
  expect(erase(value)).toEqual({
    changes: { Email: [erased, 'new@example.org'], FullName: [null, erased] },
    n: 1,
    is: true,
  })
})

test('values without the person stay unchanged, and erasing again changes nothing', () => {
  const other = createEraser({ emails: ['nobody@nowhere.invalid'], phones: [], names: ['No Body Here'] })
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, around) => {
      expect(other(value)).toEqual(value)
      const once = erase([value, `${around} ann@example.org ${around}`])
      expect(erase(once)).toEqual(once)
      expect(JSON.stringify(once)).not.toContain(' ann@example.org ')
    }),
  )
})

test('without any words nothing is replaced', () => {
  expect(createEraser({ emails: [], phones: [], names: [] })('a text')).toBe('a text')
})
