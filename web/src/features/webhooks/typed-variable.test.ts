import { webhookVariables } from '@eot/contract/webhook-variables'
import { expect, test } from 'vitest'
import { insertedAt, matchingVariables, typedName } from './typed-variable.ts'

test.each([
  ['{{', ''],
  ['Room {{dev', 'dev'],
  ['{{ device.n', 'device.n'],
  ['{{device.name}} and {{al', 'al'],
  ['{{device.name}}', undefined],
  ['\\{{dev', undefined],
  ['plain', undefined],
])('at the end of %s the name %s is being typed', (value, wanted) => {
  expect(typedName(value, value.length)).toBe(wanted)
})

const variables = webhookVariables.map(({ name, type, description }) => ({
  Name: name,
  Type: type === 'number' ? ('number' as const) : ('string' as const),
  Description: description,
  Sample: null,
}))

test('variables that start with what was typed come first', () => {
  const names = matchingVariables(variables, 'site').map(({ Name }) => Name)
  expect(names.slice(0, 2)).toEqual(['site.id', 'site.name'])
  expect(matchingVariables(variables, 'peak').map(({ Name }) => Name)).toEqual(['alert.peak'])
})

test.each([
  ['Room {{dev', 10, 'Room {{device.name}}'],
  ['Room ', 5, 'Room {{device.name}}'],
  ['{{de}} is loud', 4, '{{device.name}} is loud'],
  ['a b', 1, 'a{{device.name}} b'],
])('in %s at %i it is inserted once', (value, caret, wanted) => {
  const inserted = insertedAt(value, caret, 'device.name')
  expect(inserted.value).toBe(wanted)
  expect(inserted.value.slice(0, inserted.caret)).toMatch(/\}\}$/)
})
