import { expect, test } from 'vitest'
import { type FirstFacts, firstSteps } from './first-steps.ts'

const fresh: FirstFacts = {
  hasSecondFactor: false,
  devices: 0,
  hasReading: false,
  subscriptions: 0,
  users: 1,
}
const left = (facts: FirstFacts) => firstSteps(facts).flatMap(({ step, isDone }) => (isDone ? [] : [step]))

test.each<[string, Partial<FirstFacts>, string[]]>([
  ['a new site', {}, ['secure', 'device', 'reading', 'told', 'people']],
  ['a device that has not reported', { devices: 1 }, ['secure', 'reading', 'told', 'people']],
  ['everything', { hasSecondFactor: true, devices: 2, hasReading: true, subscriptions: 1, users: 2 }, []],
  [
    'someone who may see neither subscriptions nor users',
    { subscriptions: undefined, users: undefined },
    ['secure', 'device', 'reading'],
  ],
])('%s', (_, facts, expected) => {
  expect(left({ ...fresh, ...facts })).toEqual(expected)
})
