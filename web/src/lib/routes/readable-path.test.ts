import { expect, test } from 'vitest'
import { readablePath } from './readable-path.ts'

test.each([
  ['/devices/live-sensor-data', '/devices/live-sensor-data'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/%zz', '/%25zz'],
  ['/%', '/%25'],
  ['/%ff', '/%25ff'],
])('%s becomes %s, which can be decoded', (path, expected) => {
  expect(readablePath(path)).toBe(expected)
  expect(() => decodeURI(readablePath(path))).not.toThrow()
})
