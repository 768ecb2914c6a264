import type { RequestOf } from '@eot/contract/endpoint'
import { findAlertType } from '@eot/contract/vocabulary'
import type { WebhookEvent, WebhookEventRow, webhookEvents } from '@eot/contract/webhook-events'
import { noParams, type WebhookParams } from '@eot/contract/webhook-params'
import { weekdayFields } from '@eot/contract/weekdays'
import type { Named } from '@eot/contract/wire'
import { alertTypeName } from '../../../domain/sensors/sensor-names.ts'
import type { Names, Rule } from '../../../domain/terms/sentence.ts'
import { allTargetsOf, idsIn, type TermValues } from '../../../domain/terms/term-values.ts'
import { daysOf, presets } from '../../../domain/windows/week-window.ts'
import { daysText, hoursText } from '../../../domain/windows/window-words.ts'
import type { EditOptions } from '../../../lib/forms/use-edit.ts'
import { t } from '../../../texts/i18n.ts'

/** A webhook event as the form edits it. */
export interface EventValues extends TermValues {
  Name: string
  IsActive: boolean
  Request: Named | null
  /** What it gives for the config rows of the request, under the name in the alert rule. */
  params: WebhookParams
}

export const newEvent = (request: Named | null): EventValues => ({
  Name: '',
  IsActive: true,
  Type: 'Sites',
  Targets: 'All',
  AlertTypes: 'All',
  Events: ['AlertStarted'],
  Hours: { StartTime: presets.always.StartTime, EndTime: presets.always.EndTime },
  Days: presets.always.Days,
  Request: request,
  params: noParams(),
})

export const valuesOf = (event: WebhookEvent): EventValues => ({
  Name: event.Name,
  IsActive: event.IsActive,
  Type: event.Type,
  Targets: allTargetsOf(event),
  AlertTypes: event.AlertTypes,
  Events: event.Events,
  Hours: { StartTime: event.StartTime, EndTime: event.EndTime },
  Days: daysOf(event),
  Request: event.WebhookRequest,
  params: event.Params,
})

/** The alert rule as it is sent (spec 3). */
export function ruleBody(values: EventValues) {
  const { Name, IsActive, Type, Targets, AlertTypes, Events, Hours, Days, Request, params } = values
  const targets = Targets === 'All' ? [] : Targets
  const days = Object.fromEntries(
    weekdayFields.map((day, at) => [day.toLowerCase(), Days[at] === true]),
  ) as Record<Lowercase<(typeof weekdayFields)[number]>, boolean> // every weekday
  return {
    name: Name,
    isActive: IsActive,
    type: Type,
    webhookConfigId: Request?.Id ?? '',
    params,
    devices: Targets === 'All' ? ('All' as const) : idsIn(targets, 'devices'),
    groups: idsIn(targets, 'groups'),
    sites: idsIn(targets, 'sites'),
    alertTypes: AlertTypes === 'All' ? ('All' as const) : [...AlertTypes],
    events: [...Events],
    startTime: Hours.StartTime,
    endTime: Hours.EndTime,
    ...days,
  } satisfies RequestOf<typeof webhookEvents.create>['body']
}

/** The fields of the form to which errors of the server belong. */
export const places = {
  webhook_event_name_taken: 'Name',
  webhook_request_not_found: 'Request',
  webhookConfigId: 'Request',
  name: 'Name',
  devices: 'Targets',
  groups: 'Targets',
  sites: 'Targets',
  device_not_found: 'Targets',
  group_not_found: 'Targets',
  site_not_found: 'Targets',
  Devices: 'Targets',
  alertTypes: 'AlertTypes',
  AlertTypes: 'AlertTypes',
  events: 'Events',
  startTime: 'Hours',
  endTime: 'Hours',
  StartTime: 'Hours',
  EndTime: 'Hours',
  monday: 'Days',
  Monday: 'Days',
} as const satisfies Record<string, keyof EventValues>

const names = (records: readonly { Name: string }[], count = records.length): Names => ({
  names: records.map(({ Name }) => Name),
  count,
})
const nobody = names([])
/** In the sentence, the request takes the place of people. */
const told = (request: Named | null) => ({
  users: names(request ? [request] : []),
  lists: nobody,
  remindUsers: nobody,
  remindLists: nobody,
  RemindAfter: null,
})

/** What the form says at the moment. `site` is the name of the event's site. */
export function ruleOfValues(values: EventValues, site: string): Rule {
  const { Targets, AlertTypes, Hours, Request, Events, Days } = values
  const ofKind = (kind: 'devices' | 'groups' | 'sites') =>
    names(Targets === 'All' ? [] : Targets.filter((target) => target.kind === kind))
  return {
    ...Hours,
    ...told(Request),
    Days,
    Events,
    site,
    AlertTypes: AlertTypes === 'All' ? AlertTypes : [...AlertTypes],
    devices: Targets === 'All' ? 'All' : ofKind('devices'),
    groups: ofKind('groups'),
    sites: ofKind('sites'),
  }
}

export const ruleOfRow = (row: WebhookEventRow): Rule => ({
  ...told(row.WebhookRequest),
  site: row.Site.Name,
  AlertTypes: row.AlertTypes,
  Events: row.Events,
  StartTime: row.StartTime,
  EndTime: row.EndTime,
  Days: daysOf(row),
  devices: row.Devices === 'All' ? 'All' : names(row.Devices, row.DeviceCount ?? row.Devices.length),
  groups: names(row.Groups, row.GroupCount),
  sites: names(row.Sites, row.SiteCount),
})

const namesText = (records: readonly { Name: string }[]) => records.map(({ Name }) => Name).join(', ')

/** The names of the fields where two edits are compared, and their values in words. */
export const conflictFields = (): EditOptions<EventValues, never>['fields'] => ({
  Name: { label: t('subscriptions.editor.name') },
  IsActive: {
    label: t('subscriptions.filter.state'),
    text: (isOn: boolean) => t(`subscriptions.filter.${isOn ? 'active' : 'inactive'}`),
  },
  Type: { label: t('subscriptions.editor.target') },
  Targets: {
    label: t('subscriptions.editor.where'),
    text: (targets: EventValues['Targets']) =>
      targets === 'All' ? t('subscriptions.editor.allDevices') : namesText(targets),
  },
  AlertTypes: {
    label: t('subscriptions.editor.types'),
    text: (types: EventValues['AlertTypes']) =>
      types === 'All'
        ? t('subscriptions.editor.allTypes')
        : types.map((id) => alertTypeName(findAlertType(id) ?? { Key: id, Name: id })).join(', '),
  },
  Events: {
    label: t('subscriptions.editor.events'),
    text: (events: EventValues['Events']) =>
      events.map((event) => t(`subscriptions.editor.event.${event}`)).join(', '),
  },
  Hours: { label: t('subscriptions.editor.hours'), text: hoursText },
  Days: { label: t('subscriptions.editor.days'), text: daysText },
  Request: { label: t('webhooks.request'), text: (request) => request?.Name ?? '' },
  params: { label: t('webhooks.tab.Params'), text: (params) => JSON.stringify(params) },
})
