import { expect, test } from 'vitest'
import { renderPng } from './render-png.ts'

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20" font-family="Geist">${content}</svg>`
const never = new AbortController().signal
const draw = (content: string, signal = never) => renderPng(svg(content), { scale: 2, signal })

test('a drawing has two pixels per unit, and its texts are drawn without fonts of the system', async () => {
  const [empty, word] = await Promise.all([draw(''), draw('<text x="4" y="15">12</text>')])
  expect([word.readUInt32BE(16), word.readUInt32BE(20)]).toEqual([120, 40])
  expect(word.equals(empty)).toBe(false)
})

test('an invalid drawing is rejected', async () => {
  await expect(renderPng('<svg', { scale: 2, signal: never })).rejects.toThrow()
})

test('at most four drawings are made at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => draw('')))
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ])
  await expect(draw('')).resolves.toBeInstanceOf(Buffer)
})

// The last test, since the aborted drawing occupies its slot for a moment.
test('a drawing is aborted by its signal', async () => {
  const giveUp = new AbortController()
  const drawing = draw('', giveUp.signal)
  giveUp.abort(new Error('enough'))
  await expect(drawing).rejects.toThrow('enough')
})
