import { noParams } from '@eot/contract/webhook-params'
import { renderRequest } from '@eot/contract/webhook-render'
import { expect, test } from 'vitest'
import { alertValues } from '../../../../test/webhook-samples.ts'
import { requestProblems } from '../rows/problems.ts'
import { askedValue, withAsked } from './ask-value.ts'
import { recipes } from './recipes.ts'

test.each(recipes)('$name lacks nothing but what it asks for', ({ asks, request }) => {
  expect(requestProblems(request).size).toBeLessThanOrEqual(asks.length)
  expect(renderRequest(request, noParams(), alertValues, { boundary: 'b' })).toHaveProperty('failure')
  for (const ask of asks) {
    expect(askedValue(ask, request)).toBe('')
    const filled = { ...request, ...withAsked(ask, request, 'https://a.example/x') }
    expect(askedValue(ask, filled)).toBe('https://a.example/x')
    expect([...requestProblems(filled).keys()]).toEqual([])
    // When a key is removed again, its scheme is removed too.
    expect(withAsked(ask, filled, '')).toEqual(withAsked(ask, request, ''))
  }
})

test.each(recipes)('$name says where its address comes from, in one or two sentences each', (recipe) => {
  for (const said of [recipe.source, recipe.events ?? 'It says so.'])
    expect(said.match(/[.](?=\s|$)/g)?.length).toBeLessThanOrEqual(2)
  expect(recipe.documentation).toMatch(/^https:\/\//)
})
