import { expect, test } from 'vitest'
import { isPageAllowed, pageOf, permissions, permits, roles } from './permissions.ts'

test('a child page opens only if every part of its path is permitted', () => {
  const path = '/site/webhooks/request'
  expect(isPageAllowed(path, new Set(['site', 'site-webhooks', 'site-webhooks-request']))).toBe(true)
  expect(isPageAllowed(path, new Set(['site', 'site-webhooks-request']))).toBe(false)
  expect(isPageAllowed(path, new Set(['site-webhooks', 'site-webhooks-request']))).toBe(false)
  expect(isPageAllowed('/site', new Set(['site-webhooks']))).toBe(false)
})

test('the page of a permission is its path with hyphens', () => {
  expect(pageOf('/site/sub-sites')).toBe('site-sub-sites')
  expect(pageOf('/alerts')).toBe('alerts')
})

test('a role that may open a child page may open the pages above it', () => {
  const views = Object.entries(permissions).filter(([, [, action]]) => action === 'View')
  const lowestOf = new Map<string, number>(views.map(([, [url, , lowest]]) => [url, lowest]))
  const children = [...lowestOf].filter(([url]) => url.lastIndexOf('/') > 0)
  expect(children.length).toBeGreaterThan(10)
  const cutOff = children.filter(([url, lowest]) => {
    const parent = lowestOf.get(url.slice(0, url.lastIndexOf('/')))
    return parent === undefined || parent > lowest
  })
  expect(cutOff).toEqual([])
})

test('a higher role has all permissions of a lower one', () => {
  const granted = roles.map(
    ({ priority }) =>
      Object.keys(permissions).filter((key) =>
        permits({ priority, isAtRoot: true }, key as keyof typeof permissions),
      ), // its own keys
  )
  for (const [index, keys] of granted.entries()) {
    expect(granted[index - 1] ?? keys).toEqual(expect.arrayContaining(keys))
    expect(keys.length).toBeGreaterThan(granted[index + 1]?.length ?? 0)
  }
})
