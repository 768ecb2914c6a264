import { expect, test } from 'vitest'
import { matchColumns } from './columns.ts'

test('columns are matched by the names of fields and by others that people use; any other column is unused', () => {
  expect(matchColumns('Devices', ['Hardware address', 'Is active', 'School', 'Shelf'])).toEqual([
    'Mac',
    'IsActive',
    'Site',
    null,
  ])
  // A property that every object has is not a name.
  expect(matchColumns('Devices', ['constructor', '__proto__', 'MAC'])).toEqual([null, null, 'Mac'])
})
