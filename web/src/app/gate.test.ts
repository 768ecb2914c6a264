import { expect, test } from 'vitest'
import { pageTitle, partTitle, portalGate, rootTarget, setupGate, signedOutGate } from './gate.ts'

test.each([
  ['none', '/login'],
  ['unchecked', '/loading'],
  ['refused', '/timeout'],
  ['setup', '/login'],
  ['authorized', undefined],
] as const)('a visitor of the portal whose session is %s goes to %s', (phase, target) => {
  expect(portalGate(phase)).toBe(target)
})

test.each([
  ['none', undefined],
  ['unchecked', '/loading'],
  ['refused', '/timeout'],
  ['setup', undefined],
  ['authorized', '/dashboard'],
] as const)('a visitor of the login page whose session is %s goes to %s', (phase, target) => {
  expect(signedOutGate(phase)).toBe(target)
})

test.each([
  ['none', '/login'],
  ['unchecked', '/loading'],
  ['refused', '/timeout'],
  ['setup', undefined],
  ['authorized', '/dashboard'],
] as const)('a visitor of the forced two-factor setup whose session is %s goes to %s', (phase, target) => {
  expect(setupGate(phase)).toBe(target)
})

test('the root redirects to loading as soon as there are tokens', () => {
  expect(rootTarget('none')).toBe('/login')
  expect(rootTarget('unchecked')).toBe('/loading')
  expect(rootTarget('authorized')).toBe('/loading')
})

test('the title is the product mark followed by the upper-cased parts of the path', () => {
  expect(pageTitle('/devices/live-sensor-data', 'EoT')).toBe('EoT | DEVICES | LIVE-SENSOR-DATA')
  expect(pageTitle('/', 'EoT')).toBe('EoT')
})

test('a path part is shown as words separated by spaces', () => {
  expect(partTitle('live-sensor-data')).toBe('Live Sensor Data')
})
