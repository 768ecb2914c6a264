import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowChecksum } from './row-checksum.ts'

function sumOf(...chunks: Uint8Array[]) {
  const sum = new RowChecksum()
  for (const chunk of chunks) sum.add(chunk)
  return { rows: sum.rows, checksum: sum.checksum }
}

const row = fc.string({ unit: 'binary' }).map((text) => `${text.replaceAll('\n', ' ')}\n`)
const rows = fc.array(row, { maxLength: 20 })
const bytes = (texts: readonly string[]) => Buffer.from(texts.join(''))

test('rows have the same checksum in any order and in any chunks', () => {
  fc.assert(
    fc.property(rows, fc.nat(), fc.nat(), (texts, at, turn) => {
      const whole = bytes(texts)
      const cut = at % (whole.length + 1)
      expect(sumOf(whole.subarray(0, cut), whole.subarray(cut))).toEqual(sumOf(whole))
      const place = turn % (texts.length + 1)
      expect(sumOf(bytes([...texts.slice(place), ...texts.slice(0, place)]))).toEqual(sumOf(whole))
      expect(sumOf(whole).rows).toBe(texts.length)
    }),
  )
})

test('a changed byte, a lost row, a duplicate row and two swapped values change the checksum', () => {
  const lines = ['1\tone\n', '2\ttwo\n', '3\t\\N\n']
  const sum = sumOf(bytes(lines)).checksum
  for (const other of [
    ['1\tone\n', '2\ttwp\n', '3\t\\N\n'],
    lines.slice(1),
    [...lines, '3\t\\N\n'],
    ['1\ttwo\n', '2\tone\n', '3\t\\N\n'],
    ['1\tone\n', '2\ttwo\n', '3\t\n'],
  ])
    expect(sumOf(bytes(other)).checksum).not.toBe(sum)
})
