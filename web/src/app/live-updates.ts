import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import type { Endpoint } from '@eot/contract/endpoint'
import { isOnline } from '@eot/contract/is-online'
import type { ChangeEventKind, DeviceMessage } from '@eot/contract/live'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { noteAlertMessage } from '../domain/alerts/new-alerts.ts'
import { putAlert } from '../domain/alerts/put-alert.ts'
import { markStale, staleMarksOf } from '../domain/alerts/stale-marks.ts'
import { isOffline } from '../domain/device-state.ts'
import { changeCached, invalidate, repeatFirstReads } from '../lib/api/cached.ts'
import { type ContractFeature, refreshFeatures } from '../lib/api/query.ts'
import {
  onAlertMessage,
  onCatchUp,
  onChangeMessage,
  onDeviceMessage,
  onNotices,
  onResync,
  watchedSiteId,
} from '../lib/live/live.ts'

/** The features to fetch again when their lists have changed. */
const changed: Partial<Record<ChangeEventKind, readonly ContractFeature[]>> = {
  SitesChanged: [sites],
  InheritanceChanged: [sites, devices],
  DeviceListChanged: [devices],
  UsersChanged: [users],
  OutagesChanged: [alerts],
}

/** Endpoints of these features. Other data, such as series, does not depend on messages. */
const followed = [alerts, devices, sites, users].flatMap(Object.values<Endpoint>)

/** Loaded when the first such message arrives. */
const loadLiveFeatures = () => import('./live-features.ts')

/** An import makes many changes in quick succession; they are fetched together. */
const gatherMs = 1000

/** Applies live events to the query cache so that pages update without a reload. */
export function followLive(queryClient: QueryClient): () => void {
  const pending = new Set<ContractFeature>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function refreshSoon(features: readonly ContractFeature[]) {
    for (const feature of features) pending.add(feature)
    timer ??= setTimeout(() => {
      timer = undefined
      void refreshFeatures(queryClient, ...pending)
      pending.clear()
    }, gatherMs)
  }

  const stops = [
    onAlertMessage((message, late) => {
      noteAlertMessage(message)
      if (!late) putAlert(queryClient, message.Alert)
    }),
    onDeviceMessage((message, late) => {
      if (!late) patchDevice(queryClient, message)
    }),
    onChangeMessage(async ({ Event }) => {
      refreshSoon(changed[Event] ?? [])
      const { changedLater, rereadSessionAfter } = await loadLiveFeatures()
      refreshSoon(changedLater[Event] ?? [])
      rereadSessionAfter(Event)
    }),
    onNotices(async () => refreshSoon((await loadLiveFeatures()).changedByNotices)),
    () => clearTimeout(timer),
    onResync((readBefore) => {
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt <= readBefore })
      for (const { path } of followed) repeatFirstReads(queryClient, { queryKey: [path] })
    }),
    // Failed reads of visible data, which nothing else repeats.
    onCatchUp(() => {
      void queryClient.refetchQueries({
        type: 'active',
        fetchStatus: 'idle',
        predicate: ({ state }) => state.status === 'error',
      })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The site of a list of devices, from a key written by `queryOf`. */
const siteIdOf = (queryKey: readonly unknown[]) =>
  (queryKey[1] as { query?: { SiteId?: string } } | undefined)?.query?.SiteId

function patchDevice(queryClient: QueryClient, { Device }: DeviceMessage) {
  if (isOffline(Device.Status)) markStale(queryClient, Device.Id)
  void invalidate(queryClient, staleMarksOf(Device.Id))
  changeCached(queryClient, devices.online, (answer, { queryKey }) => {
    const known = answer.Items.some((item) => item.Id === Device.Id)
    // A list of another site than the watched one need not contain the device.
    if (!known && siteIdOf(queryKey) !== watchedSiteId()) return answer
    const items = known
      ? answer.Items.map((item) => (item.Id === Device.Id ? Device : item))
      : [...answer.Items, Device]
    return {
      Items: items,
      Total: items.length,
      Online: items.filter(({ Status }) => isOnline(Status)).length,
    }
  })
  for (const { path } of [devices.status, devices.get])
    void invalidate(queryClient, { queryKey: [path, { params: { id: Device.Id } }] })
  void invalidate(queryClient, { queryKey: [devices.list.path] })
}
