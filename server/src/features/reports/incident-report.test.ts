import { reports } from '@eot/contract/reports'
import { expect, test } from 'vitest'
import { canReadPdfs, textOf } from '../../../test/read-pdf.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make, server } = app

async function pdfAt(url: string, token: string): Promise<Buffer> {
  const response = await server.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })
  expect(response.headers['content-type']).toBe('application/pdf')
  return response.rawPayload
}

test('the incident report of an alert shows what happened to users who may see it', async () => {
  const as = await app.signIn()
  const device = await make.device({ site: as.user.site, name: 'Restroom 2F' })
  const { id } = await make.alert({
    device,
    type: 'Vape',
    value: 62,
    peak: 71,
    threshold: 50,
    started_at: new Date('2026-11-13T13:18:06Z'),
    ended_at: new Date('2026-11-13T13:23:18Z'),
    confirmed: true,
    confirmed_by: as.user.id,
    confirmed_at: new Date('2026-11-13T13:22:00Z'),
    disposition: 'Real',
    comment: 'Two students <script>',
  })
  const pdf = await pdfAt(`/alerts/${id}/report?clock=24h`, as.AccessToken)
  const other = await app.signIn()
  expect((await call(reports.ofAlert, { params: { id } }, { as: other })).status).toBe(404)
  if (!canReadPdfs) return
  const text = await textOf(pdf)
  for (const part of [
    'Incident report',
    'Vape in Restroom 2F, 5 min 12 s, found to be real',
    'until it was confirmed',
    '3 min 54 s',
    'Comment: Two students <script>',
    'Name and role',
  ])
    expect(text).toContain(part)
})
