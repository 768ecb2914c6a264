import { expect, test } from 'vitest'
import { isMailLink, landingOf } from './landing.ts'

test.each([
  [undefined, '/dashboard', undefined],
  ['/alerts?siteId=s1&alert=a', '/alerts?siteId=s1&alert=a', 's1'],
  ['/timeout', '/dashboard', undefined],
  ['/timeout?siteId=s1', '/dashboard', undefined],
  ['//evil.example/x', '/dashboard', undefined],
  ['https://evil.example', '/dashboard', undefined],
  ['/\\evil.example', '/dashboard', undefined],
])('after sign-in from %s the portal opens %s with site %s', (from, href, siteId) => {
  expect(landingOf(from)).toEqual({ href, siteId })
})

test.each([
  ['/reset?email=a@x.org&code=c', true],
  ['/confirm?email=a@x.org&code=c', true],
  ['/alerts?code=c', false],
  ['/resetting?x', false],
  [undefined, false],
])('%s is a link from an email: %s', (from, expected) => {
  expect(isMailLink(from)).toBe(expected)
})
