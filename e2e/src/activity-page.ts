import type { Page } from 'playwright-core'
import type { TestPortal } from './portal.ts'
import type { Room } from './rooms.ts'

export const hour = 3_600_000
/** An hour in the last week, in the time zone of the site, whatever the time is now. */
export const lately = Math.floor(Date.now() / hour) * hour - 50 * hour

/** Adds alerts of a minute each to the history of a room. */
export async function addAlerts(
  portal: TestPortal,
  room: Room,
  type: string,
  startedAt: readonly number[],
): Promise<void> {
  for (const at of startedAt) {
    await portal.sql(
      `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at, ended_at)
       select gen_random_uuid(), device.no, device.id, site.id, site.path, '[]', site.name, device.name, site.time_zone, $2, 'Serious', $3, $4
       from device join site on site.id = device.site_id where device.id = $1`,
      [room.id, type, new Date(at), new Date(at + 60_000)],
    )
  }
}

/** Opens the alert activity of a site. */
export async function openActivity(
  portal: TestPortal,
  page: Page,
  siteId: string,
  searchFilters: object = {},
): Promise<void> {
  const query = new URLSearchParams({ siteId, searchFilters: JSON.stringify(searchFilters) })
  await page.goto(`${portal.url}/devices/alert-activity?${query}`)
  await page.getByRole('heading', { level: 1, name: /alerts?$/ }).waitFor()
}

/** Finds a card of the page by its heading. */
export const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
