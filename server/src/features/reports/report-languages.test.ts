import { reports } from '@eot/contract/reports'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { campusWithAlerts } from '../../../test/campus-with-alerts.ts'
import { canReadPdfs, textOf } from '../../../test/read-pdf.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, server } = app

test('a report is in the language of its reader, on the page, in tables and as PDF, with the same figures', async () => {
  const { as, campus } = await campusWithAlerts(app)
  const view = async () =>
    (
      await call(
        reports.view,
        { params: { id: campus.id }, query: { type: 'Pdf-Monthly', day: '2026-10-31' } },
        { as },
      )
    ).data
  const english = await view()
  expect(english).toMatchObject({ Language: 'en', Name: 'Monthly report' })
  await call(users.update, { params: { id: as.user.id }, body: { Settings: { Language: 'es' } } }, { as })
  const spanish = await view()
  expect(spanish).toMatchObject({ Language: 'es', Name: 'Informe mensual', Period: 'octubre de 2026' })
  expect(spanish.Headline).toMatch(/^[\d,]+ alertas, /)
  expect(spanish.Made).toMatch(/^Creado /)

  const cells = ({ Sections }: typeof spanish) =>
    Sections.flatMap(({ Blocks }) => Blocks).flatMap((block) => (block.Kind === 'Table' ? block.Rows : []))
  expect(cells(spanish).map((row) => row.map(({ Value }) => Value))).toEqual(
    cells(english).map((row) => row.map(({ Value }) => Value)),
  )
  // Names of people, places and abbreviations are the same.
  const words = ({ Sections }: typeof spanish) =>
    Sections.flatMap(({ Title, Note, Blocks }) => [
      Title,
      Note,
      ...Blocks.flatMap((block) => {
        if (block.Kind === 'Text') return [block.Text]
        if (block.Kind === 'Figures') return block.Items.map(({ Label }) => Label)
        return block.Kind === 'Table' ? block.Columns.map((column) => column.Title) : []
      }),
    ]).filter((text) => /[a-z]{3}/.test(text))
  const same = new Set(['Sensor', 'Real'])
  const left = words(spanish).filter((text) => words(english).includes(text) && !same.has(text))
  expect(left).toEqual([])

  if (!canReadPdfs) return
  const { rawPayload } = await server.inject({
    url: `/api/sites/${campus.id}/reports/view/pdf?type=Pdf-Monthly&day=2026-10-31`,
    headers: { authorization: `Bearer ${as.AccessToken}` },
  })
  const pdf = await textOf(rawPayload)
  expect(pdf).toContain('Informe mensual')
  expect(pdf).toMatch(/Página 1 de \d+/)
  expect(pdf).not.toMatch(/\bPage 1 of\b/)
})
