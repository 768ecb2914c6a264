import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import type { SinkBrowser } from '../../../test/push-sink.ts'

/** Creates the school, with Ann notified in her browser too. */
async function pushedSchool(columns: object = {}) {
  const school = await notifiedSchool()
  const { ann, db } = school
  const change = (changes: object) =>
    db.updateTable('app_user').set(changes).where('id', '=', ann.id).execute()
  if (Object.keys(columns).length > 0) await change(columns)
  const browser = await school.openBrowser(ann)
  const reasons = async () =>
    (
      await db.selectFrom('notification').select(['channel', 'status', 'reason']).orderBy('channel').execute()
    ).map(({ channel, status, reason }) => `${channel} ${reason ?? status}`)
  return { ...school, browser, change, reasons }
}

const shownIn = ({ received }: SinkBrowser) => received.map(({ text }) => JSON.parse(text))

test('people are notified of an alert in the browser too, and its end replaces its start', async () => {
  const { browser, db, fresh, room, run, subjects, time, vape, wait } = await pushedSchool()
  await vape(room)
  await run()
  const { id } = await db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
  expect(shownIn(browser)).toEqual([
    {
      title: 'Vape in Restroom 2F',
      text: 'Lincoln High\n90, level 50, since 10:36 AM CST',
      path: `/alerts?alert=${id}`,
      tag: `alert ${id}`,
      isUrgent: expect.any(Boolean),
    },
  ])
  expect(subjects()).toHaveLength(1)
  time.now += 13 * minute
  await fresh(room)
  await wait(60)
  expect(shownIn(browser)[1]).toMatchObject({
    title: 'Vape in Restroom 2F',
    text: expect.stringMatching(/^Lincoln High\nEnded at [\d:]+ AM CST after \d+ min/),
    tag: `alert ${id}`,
    isUrgent: false,
  })
})

test('push services keep the start of an alert for as long as it is news', async () => {
  const { browser, room, run, vape } = await pushedSchool()
  await vape(room)
  await run()
  expect(browser.received.map(({ headers }) => headers.ttl)).toEqual([String(30 * 60)])
})

test('a person with neither emails nor texts is notified only in the browser', async () => {
  const { browser, reasons, room, run, subjects, vape } = await pushedSchool({ email_enabled: false })
  await vape(room)
  await run()
  expect(shownIn(browser)).toHaveLength(1)
  expect(subjects()).toEqual([])
  expect(await reasons()).toEqual(['Push told'])
})

test('with notifications off nothing appears in the browser', async () => {
  const { browser, reasons, room, run, vape } = await pushedSchool({ notifications_enabled: false })
  await vape(room)
  await run()
  expect(shownIn(browser)).toEqual([])
  expect(new Set(await reasons())).toEqual(new Set(['Email NotificationsOff', 'Push NotificationsOff']))
})

test('if a browser is removed before the notification is sent, this is the reason why it is not', async () => {
  const { browser, db, follow, reasons, deliver, room, vape } = await pushedSchool()
  await vape(room)
  await follow()
  await db.deleteFrom('push_browser').execute()
  await deliver()
  expect(shownIn(browser)).toEqual([])
  expect(await reasons()).toEqual(['Email told', 'Push NoBrowser'])
})

test('after the first, many alerts are one notification in the browser', async () => {
  const { browser, make, run, site, vape, wait } = await pushedSchool()
  const rooms = []
  for (let n = 1; n <= 6; n++) rooms.push(await make.device({ site, name: `Room ${n}` }))
  const [first, ...others] = rooms
  if (first) await vape(first)
  await run()
  for (const room of others) await vape(room)
  await wait(120, 30)
  expect(shownIn(browser).map(({ title }) => title)).toEqual([
    'Vape in Room 1',
    '5 notifications from Lincoln High',
  ])
  const { text } = shownIn(browser)[1]
  expect(text).toMatch(/^5 Vape\. 5 still going on\.\nVape in Room \d\nVape in Room \d\nVape in Room \d$/)
})
