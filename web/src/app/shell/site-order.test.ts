import { expect, test } from 'vitest'
import { byName } from './site-order.ts'

test('sites are sorted by name, ignoring case', () => {
  const sites = ['district', 'Athletics', 'adams', 'Bus'].map((Name) => ({ Id: Name, Name }))
  expect(byName(sites).map((site) => site.Name)).toEqual(['adams', 'Athletics', 'Bus', 'district'])
})
