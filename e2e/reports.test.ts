import { readFile } from 'node:fs/promises'
import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let room: Room
let siteId: string

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  room = await makeRoom(ask, 'Restroom 2F', siteId)
  for (const hour of [15, 16, 17])
    await portal.sql(
      `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at, ended_at)
       select gen_random_uuid(), device.no, device.id, site.id, site.path, '[]', site.name, device.name, site.time_zone, 'Vape', 'Critical', $2, $3
       from device join site on site.id = device.site_id where device.id = $1`,
      [room.id, new Date(`2026-09-15T${hour}:00:00Z`), new Date(`2026-09-15T${hour}:05:00Z`)],
    )
})
afterAll(() => portal?.stop())

test('the page of a week shows the figures of the alerts, leads to them, and is downloaded as PDF', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/reports/weekly-report?siteId=${siteId}&day=2026-09-15`)
  await page.getByRole('heading', { name: '3 alerts, 3 more than the week before' }).waitFor()
  await page.getByText('Week 38, Sep 14–20, 2026').first().waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as PDF' }).click()
  const file = await readFile(await (await saved).path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('button', { name: 'Week before' }).click()
  await page.getByRole('heading', { name: 'No alerts' }).waitFor()
  await page.getByRole('button', { name: 'Week after' }).click()
  await page.getByRole('link', { name: 'Restroom 2F' }).click()
  await expect.poll(() => page.url()).toContain('/reports/alerts')
  await expect.poll(() => page.getByRole('link', { name: 'Restroom 2F' }).count()).toBe(3)
  expect(faults).toEqual([])
})

test('the page of a month shows its figures beside those of the month before', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/reports/monthly-report?siteId=${siteId}&day=2026-09-15`)
  await page.getByRole('heading', { name: '3 alerts, 3 more than the month before' }).waitFor()
  await page.getByText('September 2026').first().waitFor()
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the report of a week is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/reports/weekly-report?siteId=${siteId}&day=2026-09-15`)
    await page.getByText('Week 38, Sep 14–20, 2026').first().waitFor()
    expect(await look(page, 'weekly-report', screen)).toEqual([])
    expect(faults).toEqual([])
  })
})
