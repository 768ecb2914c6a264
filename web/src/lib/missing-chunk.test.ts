import { expect, test } from 'vitest'
import { isMissingChunk } from './missing-chunk.ts'

test.each([
  Object.assign(new Error('x'), { name: 'ChunkLoadError' }),
  Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }),
  new TypeError('Failed to fetch dynamically imported module: http://x/a.js'),
  new TypeError('error loading dynamically imported module'),
  new Error('Unable to preload CSS for /assets/a.css'),
])('%s means that a part of the program is missing', (error) => {
  expect(isMissingChunk(error)).toBe(true)
})

test('any other error does not count as a missing part', () => {
  expect(isMissingChunk(new TypeError('x is undefined'))).toBe(false)
  expect(isMissingChunk('text')).toBe(false)
})
