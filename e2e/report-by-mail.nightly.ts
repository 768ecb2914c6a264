import { reports } from '@eot/contract/reports'
import { sites } from '@eot/contract/sites'
import { canReadPdfs, textOf } from '@eot/server/test/read-pdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type MailPortal, startMailPortal } from './src/mail-portal.ts'
import { makePerson } from './src/people.ts'
import { makeRoom } from './src/rooms.ts'
import { fillSignIn, haveSession } from './src/screens.ts'
import { pick } from './src/subscription-form.ts'

const visit = useBrowser()
let portal: MailPortal
let ask: Ask
let siteId: string

beforeAll(async () => {
  portal = await startMailPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  const room = await makeRoom(ask, 'Restroom 2F', siteId)
  await makeRoom(ask, 'Library', siteId)
  for (const [type, seconds] of [
    ['Vape', 40],
    ['Sound', 20],
  ])
    await portal.sql(
      `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at, ended_at)
       select gen_random_uuid(), device.no, device.id, site.id, site.path, '[]', site.name, device.name, site.time_zone, $2, 'Critical',
         now(), now() + $3 * interval '1 second'
       from device join site on site.id = device.site_id where device.id = $1`,
      [room.id, type, seconds],
    )
})
afterAll(() => portal?.stop())

/** The addresses of the links of a PDF, which stand in it as they are. */
const linksOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/URI \(((?:[^()\\]|\\.)*)\)/g)].map(([, address = '']) =>
    address.replaceAll(/\\(.)/g, '$1'),
  )

test('a scheduled report comes by email, and a link in its PDF leads, after signing in, to the figure', async () => {
  const maria = await makePerson(portal, { name: 'Maria Reyes', role: 'Site Manager', site: 'North Hall' })
  const office = await visit()
  await haveSession(office.page, portal.url)
  await office.page.goto(`${portal.url}/reports?siteId=${siteId}&add=true`)
  const form = office.page
    .getByRole('complementary', { name: 'New report' })
    .or(office.page.getByRole('dialog', { name: 'New report' }))
  await form.getByLabel('Name').fill('For the principal')
  await form.getByRole('button', { name: 'Every week' }).press('Enter')
  await pick(office.page, 'Recipients', 'maria', /Maria Reyes/)
  await form.getByRole('button', { name: 'Save report' }).click()
  await form.waitFor({ state: 'detached' })

  const { NextWeekly } = await ask(reports.settings, { params: { id: siteId } })
  await portal.planReports(new Date(NextWeekly))
  const mail = await portal.mailTo(
    maria.email,
    'For the principal, North Hall: 2 alerts, 2 more than the week before',
  )
  const [attachment] = mail.attachments
  expect(attachment?.mimeType).toBe('application/pdf')
  const pdf = Buffer.from(attachment?.content as ArrayBuffer)
  if (canReadPdfs) expect(await textOf(pdf)).toContain('2 alerts, 2 more than the week before')
  const link = linksOf(pdf).find((address) => address.includes(encodeURIComponent('"type":["Vape"]')))

  // Elsewhere, where nobody is signed in.
  const home = await visit()
  await home.page.goto(link ?? '')
  await home.page.getByLabel('EMAIL').waitFor()
  await fillSignIn(home.page, maria)
  await home.page.waitForURL('**/reports/alerts?**')
  await expect.poll(() => home.page.getByRole('link', { name: 'Restroom 2F' }).count()).toBe(1)
  await home.page.getByText('Vape').first().waitFor()
  expect([...office.faults, ...home.faults]).toEqual([])

  // The email leads to the whole report, too.
  await home.page.goto(/https?:\/\/\S+\/reports\?\S+/.exec(mail.text ?? '')?.[0] ?? '')
  await home.page.getByRole('heading', { name: '2 alerts, 2 more than the week before' }).waitFor()
})
