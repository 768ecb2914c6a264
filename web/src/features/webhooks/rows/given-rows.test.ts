import { eventParams } from '@eot/contract/webhook-merge'
import { noParams, type ParamParts, type WebhookParam } from '@eot/contract/webhook-params'
import { expect, test } from 'vitest'
import { addGiven, givenLines, patternOf } from './given-rows.ts'

const config = (key: string, type: WebhookParam['type'], more: object = {}): WebhookParam => ({
  key,
  paramType: 'config',
  type,
  value: '',
  ...more,
})
const request: ParamParts = {
  ...noParams(),
  Headers: [config('X-Room', 'string')],
  Body: [
    { ...config('incident', 'object'), paramType: 'specified', children: [config('level', 'number')] },
    config('people', 'array', { items: [config('0', 'object', { children: [config('name', 'string')] })] }),
    config('more', 'object'),
  ],
}
const given = eventParams(request, noParams())
const flags = (params = given) =>
  givenLines(request, params).map(
    ({ id, isFixed, isOwn, isOpen }) =>
      `${id}${isFixed ? ' fixed' : ''}${isOwn ? ' own' : ''}${isOpen ? ' open' : ''}`,
  )

test('the rows of the request have its keys and types, and open ones take more', () => {
  expect(flags()).toEqual(['Headers.0', 'Body.0 fixed', 'Body.0.children.0', 'Body.1 open', 'Body.2 open'])
})

test('an element has the form of the one in the request', () => {
  const Body = addGiven(request.Body, given.Body, [1])
  expect(flags({ ...given, Body })).toContain('Body.1.items.0 own')
  expect(Body[1]?.items).toEqual([config('0', 'object', { children: [config('name', 'string')] })])
  expect(patternOf(request.Body, Body, [1, 'items', 0, 'children', 0])?.key).toBe('name')
})

test('an element of an array of the request has the place that it has there, and its own form', () => {
  const listed = config('list', 'array', {
    paramType: 'specified',
    items: [
      { ...config('4', 'string'), paramType: 'specified', value: 'a' },
      { ...config('2', 'object'), paramType: 'specified', children: [config('level', 'number')] },
    ],
  })
  const parts = { ...noParams(), Body: [listed] }
  const lines = givenLines(parts, eventParams(parts, noParams()))
  expect(lines.map(({ name, row }) => `${name} ${row.key}`)).toEqual(['list list', '[1] 2', 'level level'])
  expect(lines.at(-1)?.isOwn).toBe(false)
})

test('a field of an object that the request leaves open is the event’s own', () => {
  const Body = addGiven(request.Body, given.Body, [2])
  expect(flags({ ...given, Body })).toContain('Body.2.children.0 own')
})
