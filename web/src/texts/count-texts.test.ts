import { expect, test } from 'vitest'
import { t } from './i18n.ts'

test('large counts of alerts have a thousands separator', () => {
  expect(t('activity.yearTotal', { count: 1674 })).toBe('1,674 alerts since January 1.')
  expect(t('activity.headline', { count: 1674 })).toBe('1,674 alerts')
  expect(t('activity.yearTotal', { count: 1 })).toBe('1 alert since January 1.')
})

test('the time at which reports are made is that of the reader’s clock', () => {
  expect(t('reports.everyMonday', { at: '6:00 AM' })).toBe('Every Monday at 6:00 AM')
  expect(t('reports.pages', { returnObjects: true, at: '6:00 AM' })['/reports/weekly-report']).toContain(
    'every Monday at 6:00 AM',
  )
})
