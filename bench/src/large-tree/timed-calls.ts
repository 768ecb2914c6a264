import type { PortalClient } from '@eot/server/test/portal-client'
import type { Figure } from '../figure.ts'
import { quantile, round } from '../statistics.ts'
import { timeRequests } from '../timed-requests.ts'
import { type LargeTree, treeCounts } from './fill-tree.ts'
import { treeFigure } from './tree-figure.ts'

const dayMs = 86_400_000

const since = (days: number) => `startTime=${Date.now() - days * dayMs}&endTime=${Date.now()}`

/** Returns the requests for lists of alerts, one for each filter, by name. */
function alertListsOf({ campusId, buildingId, deviceId, groupId }: LargeTree): Record<string, string> {
  const list = '/alerts?PageSize=25'
  return {
    'alerts, open': `${list}&ongoing=true`,
    'alerts, first page': list,
    'alerts, search': `${list}&search=gymnasium%207`,
    'alerts, search in the past week': `${list}&search=gymnasium%207&${since(7)}`,
    'alerts, last page': `${list}&Page=${Math.floor(treeCounts.alerts / 25) - 1}`,
    'alerts, past day': `${list}&${since(1)}`,
    'alerts of a building': `${list}&SiteId=${buildingId}`,
    'alerts of a device': `${list}&deviceId=${deviceId}`,
    'alerts of a group': `${list}&groupId=${groupId}`,
    'alerts by type': `${list}&type=Vape`,
    'alerts by rare type': `${list}&type=CO`,
    'alerts of a type that was never raised': `${list}&type=TVOC`,
    'alerts by type and severity': `${list}&type=Vape&type=Sound&severity=Critical`,
    'alerts at an hour of the day, past month': `${list}&hourOfDay=3&${since(30)}`,
    'alerts at an hour of the day, past year': `${list}&hourOfDay=3&${since(365)}`,
    'alerts on a weekday': `${list}&dayOfWeek=3`,
    'confirmed alerts': `${list}&confirmed=true`,
    'unconfirmed alerts': `${list}&confirmed=false`,
    'unconfirmed alerts of a campus, past month': `${list}&SiteId=${campusId}&confirmed=false&${since(30)}`,
  }
}

/** Returns the requests for charts of all alerts, by name. */
function chartsOfAll(): Record<string, string> {
  return {
    'heatmap of all alerts, past year': `/analyticsdata/alerts/heatmap/by/site?${since(365)}`,
    'all alerts by day, past year': `/analyticsdata/alerts?interval=OneDay&${since(365)}`,
    'all alerts by week and type, past year': `/analyticsdata/alerts/bytype?Mode=Sum&interval=OneWeek&${since(365)}`,
    'types of all alerts, past year': `/alerts/by/type?${since(365)}`,
  }
}

/** Returns the other calls to time: each list, lookup, path, tree and search, made by a system administrator. */
function callsOf({
  campusId,
  thousandDevicesId,
  otherDistrictId,
  buildingId,
  deviceId,
  userId,
  shownIds,
}: LargeTree): Record<string, string> {
  const shownSites = shownIds.map((id) => `SiteIds=${id}`).join('&')
  return {
    'sites, first page': '/sites?PageSize=25',
    'sites, last page': '/sites?PageSize=25&Page=400',
    'sites, search': '/sites?PageSize=25&search=floor%2077',
    'sites of a campus': `/sites?PageSize=25&SiteId=${campusId}`,
    'site selector': '/sites/all',
    'site tree': '/sites/tree',
    'site overview': `/sites/overview?${shownSites}`,
    'site path': `/sites/${buildingId}/path`,
    site: `/sites/${buildingId}`,
    'consequences of a move': `/sites/consequences?Action=Move&SiteIds=${campusId}&ParentSite=${otherDistrictId}`,
    'devices, first page': '/devices?PageSize=25',
    'devices, last page': '/devices?PageSize=25&Page=4000',
    'devices, search': '/devices?PageSize=25&search=gymnasium%207',
    'devices, search by site': '/devices?PageSize=25&search=campus%207',
    'devices of a building': `/devices?PageSize=25&SiteId=${buildingId}`,
    'devices, lookup': '/devices/lookup?search=library',
    'device status': `/devices/${deviceId}/status`,
    device: `/devices/${deviceId}`,
    'users, first page': '/users?PageSize=25',
    'users, last page': '/users?PageSize=25&Page=2000',
    'users, search': '/users?PageSize=25&search=elena%20garcia',
    'users, lookup': '/users/lookup?search=ada',
    user: `/users/${userId}`,
    'groups, first page': '/groups?PageSize=25',
    'lists, first page': '/lists?PageSize=25',
    'system messages': '/systemmessages?PageSize=25',
    'audit log': '/audit?PageSize=25',
    'alert heatmap of 1,000 devices, past year': `/analyticsdata/alerts/heatmap/by/site?SiteId=${thousandDevicesId}&${since(365)}`,
    'palette, one letter': '/search?text=g',
    'palette, word': '/search?text=gymnasium',
    'palette, two words': '/search?text=library%2099',
    'palette, person': '/search?text=elena',
    'palette, site with devices': '/search?text=building%2099',
    'palette, site above devices': '/search?text=campus',
    'palette, no hits': '/search?text=unheard%20of',
    'palette, MAC address': '/search?text=B0:00:00',
  }
}

/** Times the calls in rotation. */
export async function measureCalls(portal: PortalClient, tree: LargeTree, rounds: number): Promise<Figure[]> {
  const timed = (calls: Record<string, string>, goalMs: number) =>
    Object.entries(calls).map(([name, path]) => ({ name, path, goalMs }))
  const calls = [...timed(callsOf(tree), 50), ...timed(alertListsOf(tree), 30), ...timed(chartsOfAll(), 150)]
  const taken = await timeRequests({
    headers: { authorization: `Bearer ${portal.token}`, 'accept-encoding': 'gzip' },
    urls: calls.map(({ path }) => `${portal.url}/api${path}`),
    rounds,
  })
  return calls.map(({ name, goalMs }, at) => {
    const { ms, bytes } = taken[at] ?? { ms: [], bytes: 0 }
    return treeFigure({
      name,
      title: `${name}, p95 among 10,000 sites`,
      ms: round(quantile(ms, 0.95), 1),
      goalMs,
      floorMs: 500,
      details: { calls: ms.length, p50: round(quantile(ms, 0.5), 1), most: round(Math.max(...ms), 1), bytes },
    })
  })
}
