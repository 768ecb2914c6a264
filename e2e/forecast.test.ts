import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
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
let siteId: string
let newSiteId: string

/** Hourly means of the last days in UTC, and three alerts at 11 on each of them. */
async function addPast(room: Room, days: number) {
  await portal.sql(
    `insert into reading_hour (bucket, device_no, eco2_n, eco2_sum, eco2_min, eco2_max)
     select at, device.no, 1, value, value, value
     from device, generate_series(date_trunc('day', now()) - make_interval(days => $2), date_trunc('hour', now()) - interval '1 hour', interval '1 hour') as at,
       lateral (select case when extract(hour from at) between 8 and 15 then 1300 else 450 end + extract(hour from at) * 3 + extract(doy from at)::int % 7 * 9 as value) made
     where device.id = $1`,
    [room.id, days],
  )
  await portal.sql(
    `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at, ended_at)
     select gen_random_uuid(), device.no, device.id, site.id, site.path, '[]', site.name, device.name, site.time_zone, 'Vape', 'Critical', at, at + interval '5 minutes'
     from device join site on site.id = device.site_id,
       generate_series(date_trunc('day', now()) - make_interval(days => $2) + interval '11 hours', date_trunc('day', now()) - interval '1 hour', interval '1 day') as day,
       lateral (values (day), (day + interval '9 minutes'), (day + interval '40 minutes')) as made (at)
     where device.id = $1`,
    [room.id, days],
  )
}

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'UTC' } })).Id
  await addPast(await makeRoom(ask, 'Restroom 2F', siteId), 42)
  newSiteId = (await ask(sites.create, { body: { Name: 'New Wing', TimeZone: 'UTC' } })).Id
  await addPast(await makeRoom(ask, 'Lab', newSiteId), 12)
  // The results of earlier nights.
  await portal.sql(
    `insert into alert_forecast (site_id, type_key, day, made_at, mean, low50, high50, low80, high80, last_week, hour_means, hour_lows, hour_highs, count, hour_counts)
     select $1, '', to_char(now() - make_interval(days => ago), 'YYYY-MM-DD'), now(), 3.1, 2, 4, 1, 5, 3,
       array_fill(0.05::real, array[11]) || 2.4::real || array_fill(0.05::real, array[12]), array_fill(0, array[24]),
       array_fill(0, array[11]) || 4 || array_fill(0, array[12]), case when ago = 3 then 7 else 3 end,
       array_fill(0, array[11]) || case when ago = 3 then 7 else 3 end || array_fill(0, array[12])
     from generate_series(1, 14) as ago`,
    [siteId],
  )
  await portal.sql(
    `insert into sensor_forecast (device_id, sensor, day, made_at, model, point, low50, high50, low80, high80, naive)
     select device.id, 'ECO2', to_char(now(), 'YYYY-MM-DD'), now(), 'Combination', p, l5, h5, l8, h8, p
     from device, (select array_agg(v order by n) as p, array_agg(v - 20 order by n) as l5, array_agg(v + 20 order by n) as h5,
         array_agg(v - 60 order by n) as l8, array_agg(v + 60 order by n) as h8
       from (select n, case when n % 24 between 8 and 15 then 1300 else 450 end + n % 24 * 3 as v from generate_series(0, 167) as n) hours) made
     where device.name = 'Restroom 2F'`,
  )
  await portal.sql(
    `insert into sensor_forecast_score (device_id, sensor, day, hours, miss, naive_miss, inside50, inside80)
     select id, 'ECO2', to_char(now() - interval '1 day', 'YYYY-MM-DD'), 24, 18.4, 27.9, 12, 20 from device where name = 'Restroom 2F'`,
  )
})
afterAll(() => portal?.stop())

async function open(page: Page, site: string, heading: RegExp) {
  await page.goto(`${portal.url}/forecast?siteId=${site}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('the week is told in a sentence that a person can act on, with what earlier forecasts were worth', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page, siteId, /^Expect about 2\d alerts in the coming week/)
  await page.getByText(/8 in 10 such weeks have \d+ to \d+\. The last seven days had 21\./).waitFor()
  await page
    .getByText(
      /expect 3.*Of the \d+ alerts in this hour of the last eight weeks, \d+ came from Restroom 2F\./,
    )
    .waitFor()
  expect(await card(page, 'Alerts by hour').getByRole('listitem').count()).toBe(7)
  await card(page, 'Yesterday').getByText('inside 80%').waitFor()
  await card(page, 'How good is the forecast?').getByText('13 of 14 days were inside the 80% range').waitFor()
  await card(page, 'Scored each night')
    .getByRole('row', { name: /CO2.*18\s*28\s*83%/ })
    .waitFor()
  await page.getByText(/Highest in the next 24 hours: 1,3\d\d ppm at /).waitFor()
  expect(faults).toEqual([])
})

const readableNames = 'names of rooms and sites are readable in full at %i px'
async function expectReadableNames(width: number): Promise<void> {
  const { page, faults } = await visit({ viewport: { width, height: 900 } })
  await haveSession(page, portal.url)
  await page.route('**/api/forecast/rooms?**', async (route) => {
    const answer = await route.fetch()
    const [room, ...others] = await answer.json()
    const named = {
      ...room,
      Device: { ...room.Device, Name: 'Library, ground floor, east' },
      Site: { ...room.Site, Name: 'Cannon Valley Elementary School' },
    }
    await route.fulfill({ response: answer, json: [named, ...others] })
  })
  await open(page, siteId, /^Expect about/)
  const peaks = card(page, 'Tomorrow’s peak by room')
  const names = peaks
    .getByRole('button')
    .first()
    .locator('b, small')
    .filter({ hasText: /^Library|^Cannon/ })
  await names.nth(1).waitFor()
  const cut = await names.evaluateAll((all) =>
    all
      .flatMap((name) => [name, name.parentElement ?? name])
      .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
      .map((box) => box.textContent),
  )
  expect(cut).toEqual([])
  expect(await names.first().locator('..').getAttribute('title')).toBe(
    'Library, ground floor, east, Cannon Valley Elementary School',
  )
  expect(faults).toEqual([])
}
test.each([390])(readableNames, expectReadableNames)
rare.each([1440])(readableNames, expectReadableNames)

test('a closed day is entered, and nothing is expected on it', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page, siteId, /^Expect about/)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Date').fill(tomorrow)
  await page.getByLabel('Name', { exact: true }).fill('Staff day')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await card(page, 'Alerts by hour').getByText('Staff day').waitFor()
  await page.getByText(/^8 in 10.*Closed: .*\(Staff day\)/).waitFor()
  const remove = page.getByRole('button', { name: /^Remove / })
  await remove.click()
  // A message under the pointer stays.
  await page.getByText(/ was removed$/).hover()
  await page.getByText('No day is closed.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card(page, 'Closed days').getByText('Staff day').waitFor()
  await remove.click()
  await page.getByText('No day is closed.').waitFor()
  expect(faults).toEqual([])
})

rare('a closed day that could not be saved stays in the form', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await open(page, siteId, /^Expect about/)
  await page.route('**/closeddays', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Date').fill(tomorrow)
  await page.getByLabel('Name', { exact: true }).fill('Exams')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  // The message is in the page twice, once for screen readers.
  await page
    .getByText(/^The closed days could not be saved/)
    .first()
    .waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Exams')
  expect(await page.getByLabel('Date').inputValue()).toBe(tomorrow)
})

rare('under three weeks of data, the page says when the forecast starts', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page, newSiteId, /^Forecast$/)
  await page.getByText(/12 of 21 days\. The forecast starts on /).waitFor()
  await page.getByText('No forecast of rooms yet').waitFor()
  expect(await page.getByRole('heading', { name: 'Alerts by hour' }).count()).toBe(0)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px, $theme', (screen) => {
  rare('the page is accessible, fits the screen and reports no errors', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await open(page, siteId, /^Expect about/)
    await page.getByText(/Highest in the next 24 hours/).waitFor()
    expect(await look(page, 'forecast', screen)).toEqual([])
    expect(faults).toEqual([])
  })
})
