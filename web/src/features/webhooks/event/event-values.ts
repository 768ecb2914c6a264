import type { RequestOf } from '@eot/contract/endpoint'
import type { WebhookEvent, WebhookEventRow, webhookEvents } from '@eot/contract/webhook-events'
import { noParams, type WebhookParams } from '@eot/contract/webhook-params'
import { weekdayFields } from '@eot/contract/weekdays'
import type { Named } from '@eot/contract/wire'
import type { Rule } from '../../../domain/terms/sentence.ts'
import { termFields, termPlaces } from '../../../domain/terms/term-fields.ts'
import { idsIn, type NamedTerms, namesOf, saidTerms, termsOf } from '../../../domain/terms/term-values.ts'
import { daysOf, presets } from '../../../domain/windows/week-window.ts'
import { isEqual } from '../../../lib/forms/edit-conflict.ts'
import type { EditOptions } from '../../../lib/forms/use-edit.ts'
import { t } from '../../../texts/i18n.ts'
import { withoutSecrets } from '../rows/rows.ts'

/** A webhook event as the form edits it. */
export interface EventValues extends NamedTerms {
  Request: Named | null
  /** Its values for the config rows of the request, under the name in the alert rule. */
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
  ...termsOf(event),
  Request: event.WebhookRequest,
  params: event.Params,
})

/** A copy has no secrets: they are never shown, so they have to be entered again. */
export const copyValues = (event: WebhookEvent, name: string): EventValues => ({
  ...valuesOf(event),
  Name: name.slice(0, 120),
  params: withoutSecrets(event.Params),
})

/**
 * Returns whether the server would refuse values that are no longer valid for the request. An event can be renamed and switched
 * off regardless.
 */
export const needsValidParams = (before: WebhookEvent, { IsActive, Request, params }: EventValues): boolean =>
  (IsActive && !before.IsActive) ||
  Request?.Id !== before.WebhookRequest?.Id ||
  !isEqual(params, before.Params)

/** Returns the alert rule as it is sent (spec 3). */
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

/** Maps errors of the server to fields of the form. */
export const places = {
  ...termPlaces,
  AlertTypes: 'AlertTypes',
  webhook_event_name_taken: 'Name',
  webhook_request_not_found: 'Request',
  webhookConfigId: 'Request',
  name: 'Name',
  devices: 'Targets',
  groups: 'Targets',
  sites: 'Targets',
  alertTypes: 'AlertTypes',
  events: 'Events',
  startTime: 'Hours',
  endTime: 'Hours',
  monday: 'Days',
} as const satisfies Record<string, keyof EventValues>

const nobody = namesOf([])
/** The sentence names the request in place of people. */
const told = (request: Named | null) => ({
  users: namesOf(request ? [request] : []),
  lists: nobody,
  remindUsers: nobody,
  remindLists: nobody,
  RemindAfter: null,
})

/** Returns the rule as currently entered in the form. `site` is the name of the event's site. */
export const ruleOfValues = (values: EventValues, site: string): Rule => ({
  ...saidTerms(values, site),
  ...told(values.Request),
})

export const ruleOfRow = (row: WebhookEventRow): Rule => ({
  ...told(row.WebhookRequest),
  site: row.Site.Name,
  AlertTypes: row.AlertTypes,
  Events: row.Events,
  StartTime: row.StartTime,
  EndTime: row.EndTime,
  Days: daysOf(row),
  devices: row.Devices === 'All' ? 'All' : namesOf(row.Devices, row.DeviceCount ?? row.Devices.length),
  groups: namesOf(row.Groups, row.GroupCount),
  sites: namesOf(row.Sites, row.SiteCount),
})

/** The labels of the fields in the comparison of two edits, and their values as text. */
export const conflictFields = (): EditOptions<EventValues, never>['fields'] => ({
  ...termFields(),
  Request: { label: t('webhooks.request'), text: (request) => request?.Name ?? '' },
  params: { label: t('webhooks.tab.Params'), text: (params) => JSON.stringify(params) },
})
