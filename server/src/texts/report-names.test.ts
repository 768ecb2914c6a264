import { expect, test } from 'vitest'
import { textsIn } from './texts.ts'

test('the name that somebody gave a report stays as it is, in every language', () => {
  for (const language of ['en', 'es'] as const)
    for (const name of ['Restrooms', 'constructor', '__proto__'])
      expect(textsIn(language).reports.name(name)).toBe(name)
  expect(textsIn('es').reports.name('Weekly report')).toBe('Informe semanal')
})
