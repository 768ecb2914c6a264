import type { PortalNotice } from '@eot/contract/notifications'
import { expect, test } from 'vitest'
import { noticeGroups } from './notice-groups.ts'

const zone = 'America/Chicago'
/** Friday evening in Chicago, Saturday in UTC. */
const now = Date.parse('2026-11-20T19:00:00-06:00')
const site = { Id: '1', Name: 'North Hall' }

const notice = (Topic: string, At: string, outageOverAt?: string | null): PortalNotice => ({
  Topic,
  Seq: 1,
  IsRead: false,
  Count: 1,
  Events: [{ Kind: 'DeviceOffline', At }],
  Device: { Id: '2', Name: 'Gym' },
  Site: site,
  Alert: null,
  Outage:
    outageOverAt === undefined
      ? null
      : { Site: site, StartAt: At, EndAt: outageOverAt, Devices: 3, Silent: 3 },
})

test('ongoing notices come first, then the others by day in the time zone of the site', () => {
  const groups = noticeGroups(
    [
      notice('this morning', '2026-11-20T07:00:00-06:00'),
      notice('over', '2026-11-20T06:00:00-06:00', '2026-11-20T06:30:00-06:00'),
      notice('last evening', '2026-11-19T23:30:00-06:00'),
      notice('since Tuesday', '2026-11-17T12:00:00-06:00', null),
      notice('Tuesday', '2026-11-17T12:00:00-06:00'),
    ],
    zone,
    now,
  )
  expect(groups.map(({ title, items }) => [title, ...items.map(({ Topic }) => Topic)])).toEqual([
    ['Now', 'since Tuesday'],
    ['Earlier today', 'this morning', 'over'],
    ['Yesterday', 'last evening'],
    ['Tue, Nov 17', 'Tuesday'],
  ])
})
