import { expect, test } from 'vitest'
import { inFours, recoveryFile } from './recovery-text.ts'

test('a key is shown in groups of four', () => {
  expect(inFours('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(inFours('')).toBe('')
})

test('the file contains the title, the codes and the note, one code per line', () => {
  expect(recoveryFile('Codes', 'Once each', ['aaaa', 'bbbb'])).toBe(
    'Codes\r\n\r\naaaa\r\nbbbb\r\n\r\nOnce each\r\n',
  )
})
