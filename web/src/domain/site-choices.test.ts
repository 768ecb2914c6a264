import { expect, test } from 'vitest'
import { siteChoices } from './site-choices.ts'

test('every site of a tree becomes a choice that names the sites above it', () => {
  const hall = { Id: 'h', Name: 'Hall', IsInactive: false, SubSites: [] }
  const school = { Id: 's', Name: 'School', IsInactive: false, SubSites: [hall] }
  expect(siteChoices([school])[0].items).toEqual([
    { value: 's', label: 'School', name: 'School', above: '' },
    { value: 'h', label: 'School / Hall', name: 'Hall', above: 'School' },
  ])
})
