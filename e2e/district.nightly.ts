import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import {
  type Claimed,
  claim,
  group,
  type Invited,
  importSites,
  invite,
  publish,
  setVapeLevel,
} from './src/district/set-up.ts'
import { acceptInvitation, expectOutOfReach, listedIn, pagesOf, vapeRuleOf } from './src/district/sight.ts'
import { countBelow, districtSites, writeSiteFile } from './src/district/site-file.ts'
import { screens } from './src/look.ts'
import { type MailPortal, startMailPortal } from './src/mail-portal.ts'
import { makePerson } from './src/people.ts'
import { haveSession, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: MailPortal
let ask: Ask

beforeAll(async () => {
  portal = await startMailPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

const password = 'an orchard of my own'
const highSchool = 'North High School'
const wing = `${highSchool} / Science Wing`
const middleSchool = 'South Middle School'

const pagesOfViewer = ['DASHBOARD', 'ALERTS', 'RATINGS', 'DEVICES', 'FORECAST']
const pagesOfStaff = [
  'DASHBOARD',
  'ALERTS',
  'RATINGS',
  'DEVICES',
  'SUBSCRIPTIONS',
  'FORECAST',
  'REPORTS',
  'SITE',
]
const pagesOfManager = pagesOfStaff.toSpliced(4, 0, 'USERS')

/** Ten devices as delivered, which wait in the inventory. */
async function deliver(prefix: string): Promise<Claimed[]> {
  const boxes = Array.from({ length: 10 }, (_, index) => ({
    name: `Restroom ${index + 1}`,
    mac: `A4:CF:12:${prefix}:00:0${index}`,
    site: index < 4 ? `${highSchool} / Main Building` : index < 7 ? wing : `${middleSchool} / Gymnasium`,
  }))
  for (const { mac } of boxes)
    await ask(devices.create, { body: { Name: 'In its box', Mac: mac, SiteId: null } })
  return boxes
}

const namesOf = (claimed: readonly Claimed[]) => claimed.map(({ name }) => name).toSorted()

/** A district with its administrator, which has no sites, people or devices yet. */
async function openDistrict(width: number) {
  const name = `Northfield ${width}`
  const { Id } = await ask(sites.create, { body: { Name: name } })
  const role = 'Site Administrator'
  const administrator = await makePerson(portal, { name: `Dana Whitfield ${width}`, role, site: name })
  const invited = (person: string, of: Pick<Invited, 'role' | 'site'>) => ({
    name: person,
    email: `${person.toLowerCase().replace(' ', '.')}.${width}@example.org`,
    password,
    ...of,
  })
  return {
    id: Id,
    name,
    administrator,
    boxes: await deliver(String(width % 100)),
    priya: invited('Priya Raman', { role: 'Site Manager', site: highSchool }),
    sam: invited('Sam Ortiz', { role: 'Site Staff', site: wing }),
    vera: invited('Vera Lund', { role: 'Viewer', site: middleSchool }),
  }
}

describe.each(screens)('at $width px', ({ width, height }) => {
  const options = { viewport: { width, height }, reducedMotion: 'reduce' } as const

  const longTest = { timeout: 1_200_000 } // a whole journey

  test(
    'a district is set up by its administrator, and everyone invited sees exactly what is theirs',
    longTest,
    async () => {
      const district = await openDistrict(width)
      const { name, boxes, priya, sam, vera } = district
      const dana = await visit(options)
      await signIn(dana.page, portal.url, district.administrator)
      await importSites(dana.page, await writeSiteFile(), districtSites().length)
      await invite(dana.page, [priya, sam, vera])
      await claim(dana.page, boxes)
      await group(dana.page, { name: 'Restrooms', site: highSchool, search: 'restroom', count: 7 })
      await setVapeLevel(dana.page, { device: 'Restroom 1', site: name, level: '35' })
      const system = await visit(options)
      await haveSession(system.page, portal.url)
      await system.page.goto(`${portal.url}/admin/system-messages`)
      await publish(system.page, { title: 'Drill at noon', site: name, role: 'Site Staff' })

      const [foreign] = await portal.sql<{ id: string }>('select id from device where mac = $1', [
        boxes[9]?.mac,
      ])
      const outOfReach = {
        [`${portal.url}/dashboard?siteId=${district.id}`]: 'Site Not Found',
        [`${portal.url}/devices?deviceId=${foreign?.id}`]: 'Device Not Found',
        [`${portal.url}/admin/sites`]: 'Page Not Found',
        [`${portal.url}/admin/system-messages`]: 'Page Not Found',
      }
      const message = (page: typeof dana.page) => page.getByText('Drill at noon', { exact: true })

      const manager = await visit(options)
      await acceptInvitation(manager.page, portal, priya)
      expect(await pagesOf(manager.page)).toEqual(pagesOfManager)
      expect(await listedIn(manager.page, 'USERS', priya.name)).toEqual([priya.name, sam.name])
      expect(await listedIn(manager.page, 'DEVICES', 'Restroom 1')).toEqual(namesOf(boxes.slice(0, 7)))
      expect(await vapeRuleOf(manager.page, 'Restroom 1')).toEqual(['35', 'a site above', 'Set here Vape'])
      await manager.page.goto(`${portal.url}/site/sub-sites`)
      await manager.page.getByText(`${countBelow(highSchool)} sites below ${highSchool}`).waitFor()
      expect(await listedIn(manager.page, 'DEVICE GROUPS', 'Restrooms')).toEqual(['Restrooms'])
      expect(await message(manager.page).count()).toBe(0)
      await expectOutOfReach(manager.page, outOfReach)

      const staff = await visit(options)
      await acceptInvitation(staff.page, portal, sam)
      await message(staff.page).waitFor()
      expect(await pagesOf(staff.page)).toEqual(pagesOfStaff)
      expect(await listedIn(staff.page, 'DEVICES', 'Restroom 5')).toEqual(namesOf(boxes.slice(4, 7)))
      expect(await vapeRuleOf(staff.page, 'Restroom 5')).toEqual(['35', 'a site above', 'Show Vape'])
      await staff.page.goto(`${portal.url}/site/device-groups`)
      await staff.page.getByText('No device groups yet').waitFor()
      await expectOutOfReach(staff.page, { ...outOfReach, [`${portal.url}/users`]: 'Page Not Found' })

      const viewer = await visit(options)
      await acceptInvitation(viewer.page, portal, vera)
      expect(await pagesOf(viewer.page)).toEqual(pagesOfViewer)
      expect(await listedIn(viewer.page, 'DEVICES', 'Restroom 8')).toEqual(namesOf(boxes.slice(7)))
      expect(await vapeRuleOf(viewer.page, 'Restroom 8')).toEqual(['35', 'a site above', 'Show Vape'])
      expect(await message(viewer.page).count()).toBe(0)
      await expectOutOfReach(viewer.page, {
        [`${portal.url}/dashboard?siteId=${district.id}`]: 'Site Not Found',
        [`${portal.url}/site`]: 'Page Not Found',
        [`${portal.url}/users`]: 'Page Not Found',
        [`${portal.url}/site/sub-sites/import`]: 'Page Not Found',
      })
      expect([...dana.faults, ...system.faults]).toEqual([])
      // The browser reports the temporary password, which must be replaced, and what is out of reach.
      const faults = [manager, staff, viewer].flatMap((one) => one.faults)
      expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([])
    },
  )
})
