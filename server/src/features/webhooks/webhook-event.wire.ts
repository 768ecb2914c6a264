import type {
  AlertRule,
  AlertRuleChange,
  WebhookEvent,
  WebhookEventRow as WebhookEventRowWire,
} from '@eot/contract/webhook-events'
import { weekdayFields } from '@eot/contract/weekdays'
import { type Input, termsToWire } from '../subscriptions/index.ts'
import { rowsText } from './rows-text.ts'
import { hasLostSecrets, hideRows, type RowSeal } from './sealed-rows.ts'
import type { EventListRow, EventRow } from './webhook-events.queries.ts'

/** Converts a webhook event without the values of its secrets. */
export const webhookEventToWire = (row: EventRow, seal: Pick<RowSeal, 'reads'>): WebhookEvent => ({
  ...shownFields(row),
  HasLostSecrets: hasLostSecrets(row.params, seal),
})

const shownFields = (row: EventRow): Omit<WebhookEvent, 'HasLostSecrets'> => ({
  ...termsToWire(row),
  WebhookRequest: requestToWire(row),
  Params: hideRows(row.params),
})

export const webhookEventRowToWire = (row: EventListRow): WebhookEventRowWire => ({
  ...termsToWire(row),
  WebhookRequest: requestToWire(row),
  DeviceCount: row.deviceCount,
  GroupCount: row.groupCount,
  SiteCount: row.siteCount,
  SucceededAt: row.succeeded_at?.toISOString() ?? null,
  FailedAt: row.failed_at?.toISOString() ?? null,
})

const requestToWire = ({ requestId, requestName }: Pick<EventRow, 'requestId' | 'requestName'>) =>
  requestId === null || requestName === null ? null : { Id: requestId, Name: requestName }

/** An alert rule. `webhookConfigId` null: its request was deleted, or is no longer at its site or above. */
export type Rule = Omit<AlertRule, 'webhookConfigId'> & { webhookConfigId: string | null }

/** Converts an alert rule to a subscription without people. */
export const ruleToInput = (rule: Rule): Input => ({
  Name: rule.name,
  IsActive: rule.isActive,
  Type: rule.type,
  Devices: rule.devices,
  Groups: rule.groups,
  Sites: rule.sites,
  AlertTypes: rule.alertTypes,
  Events: rule.events,
  StartTime: rule.startTime,
  EndTime: rule.endTime,
  Sunday: rule.sunday,
  Monday: rule.monday,
  Tuesday: rule.tuesday,
  Wednesday: rule.wednesday,
  Thursday: rule.thursday,
  Friday: rule.friday,
  Saturday: rule.saturday,
  PausedUntil: rule.pausedUntil,
  Users: [],
  Lists: [],
  RemindAfter: null,
  RemindUsers: [],
  RemindLists: [],
})

const idsOf = (members: readonly { Id: string }[]) => members.map(({ Id }) => Id)

/** Returns the request body that would leave a webhook event unchanged, including secrets. */
export function ruleOf(row: EventRow): Rule {
  const { Devices, Groups, Sites, ...event } = shownFields(row)
  return {
    isActive: event.IsActive,
    name: event.Name,
    siteId: event.Site.Id,
    webhookConfigId: event.WebhookRequest?.Id ?? null,
    params: event.Params,
    devices: Devices === 'All' ? Devices : idsOf(Devices),
    groups: idsOf(Groups),
    sites: idsOf(Sites),
    events: event.Events,
    startTime: event.StartTime,
    endTime: event.EndTime,
    sunday: event.Sunday,
    monday: event.Monday,
    tuesday: event.Tuesday,
    wednesday: event.Wednesday,
    thursday: event.Thursday,
    friday: event.Friday,
    saturday: event.Saturday,
    alertTypes: event.AlertTypes,
    type: event.Type,
    pausedUntil: event.PausedUntil,
  }
}

/** Returns the fields that a change sets. null leaves a field unchanged, except where it ends a pause. */
export function given({ version, id, siteId, ...change }: AlertRuleChange): Partial<AlertRule> {
  const fields = Object.entries(change).filter(
    ([key, value]) => value !== undefined && (value !== null || key === 'pausedUntil'),
  )
  return Object.fromEntries(fields) // the fields of a change are those of the rule
}

/** Returns what the history shows: records by name, alert types by key, and the days in one field. */
export function shownIn(row: EventRow): object {
  const { Id, Version, Site, WebhookRequest, Params, ...fields } = shownFields(row)
  const rest = Object.entries(fields).filter(([name]) => !weekdayFields.some((day) => day === name))
  const params = Object.values(Params).flatMap((rows) => rowsText(rows) ?? [])
  const names = (members: readonly { name: string }[]) => members.map(({ name }) => name)
  return {
    ...Object.fromEntries(rest),
    Days: weekdayFields.filter((day) => fields[day]),
    WebhookRequest: WebhookRequest?.Name ?? null,
    Params: params.length === 0 ? null : params.join(', '),
    Devices: row.all_devices ? 'All' : names(row.devices),
    Groups: names(row.groups),
    Sites: names(row.sites),
    AlertTypes: row.alert_types ?? 'All',
  }
}
