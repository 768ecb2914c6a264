import { readFile } from 'node:fs/promises'
import { ownReports } from '@eot/contract/own-reports'
import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  await page.getByRole('button', { name: 'Previous week' }).click()
  await page.getByRole('heading', { name: 'No alerts' }).waitFor()
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('link', { name: 'Restroom 2F' }).click()
  await expect.poll(() => page.url()).toContain('/reports/alerts')
  await expect.poll(() => page.getByRole('link', { name: 'Restroom 2F' }).count()).toBe(3)
  expect(faults).toEqual([])
})

rare('the page of a month shows its figures beside those of the month before', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/reports/monthly-report?siteId=${siteId}&day=2026-09-15`)
  await page.getByRole('heading', { name: '3 alerts, 3 more than the month before' }).waitFor()
  await page.getByText('September 2026').first().waitFor()
  expect(faults).toEqual([])
})

rare(
  'a report of one’s own is put together with the keyboard, made, and opened with its sections in order',
  async () => {
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/reports?siteId=${siteId}`)
    await page.getByRole('button', { name: 'New report' }).first().click()
    const form = page.getByRole('complementary', { name: 'New report' })
    const dialog = page.getByRole('dialog', { name: 'New report' })
    const drawer = form.or(dialog)
    await drawer.getByLabel('Name').fill('For the board')
    for (const left of ['Alerts per day', 'When alerts started', 'Unusual hours', 'Longest alerts'])
      await drawer.getByRole('checkbox', { name: left }).press('Space')
    await drawer.getByRole('button', { name: 'Move up: By type' }).press('Enter')
    await drawer.getByRole('button', { name: 'Move down: By site' }).press('Enter')
    await drawer.getByText('By site: 4 of 10').waitFor({ state: 'attached' })
    await drawer.getByRole('button', { name: 'Save report' }).press('Enter')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'For the board' }).press('Enter')
    await page.getByLabel('First day').fill('2026-09-14')
    await page.getByLabel('Last day').fill('2026-09-20')
    await page.getByRole('button', { name: 'Create now' }).press('Enter')
    await page.locator('.report-made').getByRole('button', { name: 'For the board' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'For the board' }).waitFor()
    await page.getByRole('heading', { name: '3 alerts, 3 more than as many days before' }).waitFor()
    const titles = await page.locator('.report-section h3').allInnerTexts()
    const order = ['By type', 'At a glance', 'Devices with the most alerts', 'By site']
    expect(titles.slice(0, 4).map((title) => order.find((name) => title.startsWith(name)))).toEqual(order)
    expect(titles).toHaveLength(10)
    await page.getByRole('button', { name: 'All reports' }).click()
    await page.getByRole('link', { name: 'For the board' }).waitFor()
    expect(faults).toEqual([])
  },
)

rare.each(screens)('the report of a week is accessible and fits a screen of $width px', async (screen) => {
  const { page, faults } = await visit(screenOptions(screen))
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/reports/weekly-report?siteId=${siteId}&day=2026-09-15`)
  await page.getByText('Week 38, Sep 14–20, 2026').first().waitFor()
  expect(await look(page, 'weekly-report', screen)).toEqual([])
  expect(faults).toEqual([])
})

rare.each(screens)(
  'the reports of one’s own and their form are accessible and fit a screen of $width px',
  async (screen) => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/reports?siteId=${siteId}`)
    await page.getByRole('button', { name: 'New report' }).first().waitFor()
    expect(await look(page, 'own-reports', screen)).toEqual([])
    await page.goto(`${portal.url}/reports?siteId=${siteId}&add=true`)
    await page.getByRole('button', { name: 'Move down: At a glance' }).waitFor()
    expect(await look(page, 'own-report-form', screen)).toEqual([])
    await page.goto(`${portal.url}/reports?siteId=${siteId}`)
    await page.getByRole('link', { name: 'For the board' }).click()
    await page.locator('.report-made').getByRole('button', { name: 'For the board' }).waitFor()
    expect(await look(page, 'own-report-edit', screen)).toEqual([])
    await page.locator('.report-made').getByRole('button', { name: 'For the board' }).click()
    await page.getByRole('heading', { level: 1, name: 'For the board' }).waitFor()
    expect(await look(page, 'own-report-sheet', screen)).toEqual([])
    expect(faults).toEqual([])
  },
)

rare('a section is dragged to another place, and an edit of another user is not overwritten', async () => {
  const { page, faults } = await visit({ viewport: { width: 1440, height: 1000 } })
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(ownReports.create, {
    body: { Name: 'Dragged', Site: siteId, Sections: ['Summary', 'Types', 'Devices'] },
  })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/reports?siteId=${siteId}&open=${Id}`)
  const rows = page.locator('.report-choice')
  const [from, to] = [
    await rows.nth(2).locator('.report-grip').boundingBox(),
    await rows.nth(0).boundingBox(),
  ]
  if (!from || !to) throw new Error('the rows are not shown')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x + 5, to.y + 5, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => rows.nth(0).innerText()).toContain('Devices with the most alerts')
  await ask(ownReports.update, { params: { id: Id }, body: { Sections: ['Answers'] } })
  await page.getByRole('button', { name: 'Save report' }).click()
  const conflict = page.getByRole('dialog').filter({ hasText: 'How alerts were answered' })
  await conflict.waitFor()
  await conflict.getByRole('radio', { name: /Devices with the most alerts/ }).check()
  await conflict.getByRole('button', { name: 'Save' }).last().click()
  await expect
    .poll(async () => (await ask(ownReports.get, { params: { id: Id } })).Sections)
    .toEqual(['Devices', 'Summary', 'Types'])
  await page.goto(`${portal.url}/reports?siteId=${siteId}&open=${Id}`)
  await page.getByRole('button', { name: 'Delete report' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete report' })
    .last()
    .click()
  await expect.poll(() => page.getByRole('link', { name: 'Dragged' }).count()).toBe(0)
  // The browser logs the conflict.
  expect(faults.filter((fault) => !String(fault).includes('409'))).toEqual([])
})
