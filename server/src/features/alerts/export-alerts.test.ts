import { alerts } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { alertReaders } from '../../../test/alert-reader.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call } = app
const reader = alertReaders(app)

const { raise, as } = await reader()
await raise('formula', { comment: '=HYPERLINK("http://evil")', device_name: '@SUM(A1)', value: -3.5 })
await raise('quoted', { type: 'Vape', comment: 'two\nlines, "quoted"', ended_at: null })
const get = (query: object) => call(alerts.export, { query }, { as })

test('the export contains every alert that matches the filter, with formulas neutralized', async () => {
  const { status, text, headers } = await get({ sortBy: 'Type', order: 'asc' })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="alerts-\d{4}-\d\d-\d\d\.csv"$/)
  expect(text.startsWith('\ufeffStarted (UTC),')).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(text).toContain(",'@SUM(A1),")
  expect(text).toContain(',-3.5,')
  expect(text).toContain('"two\nlines, ""quoted"""')
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
})

test('a multi-line comment is one cell, so none of its lines can act as a formula', async () => {
  const one = await reader()
  const formula = "=cmd|'/C calc'!A0"
  await one.raise('lines', { comment: `seen\n${formula}\r${formula}` })
  const { text } = await call(alerts.export, {}, { as: one.as })
  expect(text).toContain(`,"seen\n${formula}\r${formula}",`)
})

test('the export has more rows than one page, and each alert once', async () => {
  const crowd = await reader()
  for (let n = 0; n < 60; n++) await crowd.raise(`${n}`, { type: 'Sound' })
  const { text } = await call(alerts.export, {}, { as: crowd.as })
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(60)
})

test('an export without matches contains only the header row', async () => {
  const { text } = await get({ type: 'Tamper' })
  expect(text.trimEnd().split('\r\n')).toHaveLength(1)
})
