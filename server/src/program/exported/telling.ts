import { requestSitePath } from '../../features/webhooks/index.ts'
import { atSite, type ExportedKind, id, list, siteId, within } from './exported-kind.ts'
import { visibleFacts } from './visible-sites.ts'

/** Returns the columns that subscriptions and webhook events share: what they are about, and when they apply. */
const termsOf = (table: 'subscription' | 'webhook_event'): ExportedKind['columns'] => ({
  id: id(table),
  site_id: siteId,
  name: [`${table}.name`, 'Name'],
  is_active: [`${table}.is_active`, 'Whether it is active'],
  alert_types: ['alert_types', 'Types of alerts; empty: all'],
  events: ['events', 'Events'],
  start_hour: ['start_hour', 'From this hour, local'],
  end_hour: ['end_hour', 'Until this hour, local'],
  weekdays: ['weekdays', 'Whether it applies on each day of the week, starting with Sunday'],
  chosen_by: [`${table}.type`, 'Whether devices, groups or sites are chosen'],
  all_devices: ['all_devices', 'Whether it is about all devices at the site and below'],
  device_ids: [list('device_id', `${table}_device`, `${table}_id = ${table}.id`), 'Devices'],
  device_group_ids: [
    list('device_group_id', `${table}_device_group`, `${table}_id = ${table}.id`),
    'Device groups',
  ],
  site_ids: [list(`${table}_site.site_id`, `${table}_site`, `${table}_id = ${table}.id`), 'Sites'],
  paused_until: ['paused_until', 'When the pause ends'],
  created_at: [`${table}.created_at`, 'When it was created'],
})

const withRequestSite = `cross join lateral (select ${requestSitePath} as path) request_site`
const isOwnRequest = within('request_site.path')
const isOwnEvent = `${isOwnRequest} or exists (
  select from webhook_event join site on site.id = webhook_event.site_id
  where webhook_event.id = webhook_delivery.webhook_event_id and ${within('site.path')})`
const isOwnAttempt = within('coalesce(webhook_attempt.request_site_path,request_site.path)')
/** Exports a column only if the condition holds. Webhooks of sites above may belong to another organization. */
const only = (condition: string, column: string) => `case when ${condition} then ${column} end`
const unlessAbove = 'empty if it belongs to a site above'

/** Subscriptions, reports and webhooks. */
export const exportedTelling: readonly ExportedKind[] = [
  {
    file: 'subscriptions.csv',
    about: 'Who is notified of what, and when.',
    columns: {
      ...termsOf('subscription'),
      user_ids: [
        list('user_id', 'subscription_user', 'subscription_id = subscription.id and stage = 1'),
        'People who are notified',
      ],
      user_list_ids: [
        list('user_list_id', 'subscription_user_list', 'subscription_id = subscription.id and stage = 1'),
        'User lists that are notified',
      ],
      remind_after_minutes: ['remind_after_minutes', 'Minutes after which others are reminded'],
      reminded_user_ids: [
        list('user_id', 'subscription_user', 'subscription_id = subscription.id and stage = 2'),
        'People who are reminded',
      ],
      reminded_user_list_ids: [
        list('user_list_id', 'subscription_user_list', 'subscription_id = subscription.id and stage = 2'),
        'User lists that are reminded',
      ],
    },
    from: `subscription ${atSite('subscription')}`,
  },
  {
    file: 'own_reports.csv',
    about: 'Custom reports that people created.',
    columns: {
      id: id('own_report'),
      site_id: siteId,
      name: ['own_report.name', 'Name'],
      sections: ['sections', 'Sections'],
      schedule: ['schedule', 'When it is sent'],
      all_devices: ['all_devices', 'Whether it is about all devices'],
      device_ids: [list('device_id', 'own_report_device', 'own_report_id = own_report.id'), 'Devices'],
      device_group_ids: [
        list('device_group_id', 'own_report_device_group', 'own_report_id = own_report.id'),
        'Groups',
      ],
      user_ids: [list('user_id', 'own_report_user', 'own_report_id = own_report.id'), 'People it is sent to'],
      user_list_ids: [
        list('user_list_id', 'own_report_user_list', 'own_report_id = own_report.id'),
        'Lists it is sent to',
      ],
      created_by: ['created_by', 'Person'],
      created_at: ['own_report.created_at', 'When it was created'],
    },
    from: `own_report ${atSite('own_report')}`,
  },
  {
    file: 'report_settings.csv',
    about: 'How the reports of sites are made and sent.',
    columns: {
      site_id: siteId,
      weekly: ['weekly', 'Whether there is one each week'],
      monthly: ['monthly', 'Whether there is one each month'],
      delivery: ['delivery', 'Attachment or Link'],
      paper: ['paper', 'Size of the paper'],
    },
    from: `report_setting ${atSite('report_setting')}`,
  },
  {
    file: 'reports.csv',
    about: 'Reports with their figures.',
    columns: {
      id: id('report'),
      site_id: siteId,
      type: ['report.type', 'Type'],
      name: ['report.name', 'Name'],
      first_day: ['first_day', 'First local day'],
      last_day: ['last_day', 'Last local day'],
      created_at: ['report.created_at', 'When it was made'],
      facts: [visibleFacts, 'Figures, as JSON, without the names of sites above'],
      is_scheduled: ['is_scheduled', 'Whether it was made by schedule'],
      sections: ['sections', 'Its sections'],
      device_ids: ['device_ids', 'Only these devices'],
      device_group_ids: ['group_ids', 'Only these groups'],
      state: ['report.state', 'State'],
      receivers: ['receivers', 'How many people it was sent to'],
      created_by: ['report.created_by', 'Person'],
      finished_at: ['report.finished_at', 'When it was ready'],
      own_report_id: ['own_report_id', 'Custom report it was made from'],
    },
    // A site that came from another customer has left its reports there.
    from: `report ${atSite('report')} and deleted_at is null
      and report.customer_id is not distinct from customer_of(site.path)`,
  },
  {
    file: 'webhook_requests.csv',
    about:
      'Requests to other systems. Their URLs, headers and bodies are not exported, since they may contain secrets.',
    columns: {
      id: id('webhook_request'),
      site_id: siteId,
      name: ['webhook_request.name', 'Name'],
      method: ['method', 'HTTP method'],
      content_type: ['content_type', 'Type of the body'],
      trust_self_signed: ['trust_self_signed', 'Whether a self-signed certificate is trusted'],
      created_at: ['webhook_request.created_at', 'When it was created'],
      succeeded_at: ['succeeded_at', 'When a delivery last succeeded'],
      failed_at: ['failed_at', 'When a delivery last failed'],
      stopped_at: ['stopped_at', 'When it was stopped'],
    },
    from: `webhook_request ${atSite('webhook_request')}`,
  },
  {
    file: 'webhook_events.csv',
    about: 'Which events are sent to other systems, and when.',
    columns: {
      ...termsOf('webhook_event'),
      webhook_request_id: ['webhook_request_id', 'Webhook request; empty: none'],
      succeeded_at: ['succeeded_at', 'When a delivery last succeeded'],
      failed_at: ['failed_at', 'When a delivery last failed'],
    },
    from: `webhook_event ${atSite('webhook_event')}`,
  },
  {
    file: 'webhook_deliveries.csv',
    about: 'Events sent to other systems.',
    columns: {
      id: id('webhook_delivery'),
      site_id: ['site_id', 'Site'],
      event: [only(isOwnEvent, 'event_name'), `Webhook event; ${unlessAbove}`],
      request: [only(isOwnEvent, 'request_name'), `Webhook request; ${unlessAbove}`],
      host: [only(isOwnRequest, 'host'), `Host; ${unlessAbove}`],
      alert_id: ['alert_id', 'Alert'],
      status: ['status', 'State'],
      result_code: [
        'result_code',
        '1: accepted; 0: the receiver responded with an error; −1 to −4: not delivered',
      ],
      attempts: ['attempts', 'Attempts'],
      created_at: ['created_at', 'When'],
      site_name: ['site_name', 'Its name at that time'],
      kind: ['kind', 'What happened'],
      device_id: ['device_id', 'Device'],
      alert_type: ['alert_type', 'Type of the alert'],
      subject: ['subject', 'Alert or device in words'],
      message: [only(isOwnRequest, 'message'), `Last result in words; ${unlessAbove}`],
      duration_ms: ['duration_ms', 'Milliseconds of the last attempt'],
      finished_at: ['finished_at', 'When it was sent or given up'],
    },
    from: `webhook_delivery ${withRequestSite} where ${within('site_path')}`,
  },
  {
    file: 'webhook_attempts.csv',
    about: 'Attempts to deliver them, without requests and responses.',
    columns: {
      delivery_id: ['delivery_id', 'Delivery'],
      at: ['at', 'When'],
      duration_ms: ['webhook_attempt.duration_ms', 'Milliseconds it took'],
      result_code: [
        'webhook_attempt.result_code',
        '1: accepted; 0: the receiver responded with an error; −1 to −4: not delivered',
      ],
      message: [only(isOwnAttempt, 'webhook_attempt.message'), `Result in words; ${unlessAbove}`],
      status: ['webhook_attempt.status', 'HTTP status'],
    },
    from: `webhook_attempt join webhook_delivery on webhook_delivery.id = webhook_attempt.delivery_id
      ${withRequestSite}
      where ${within('webhook_delivery.site_path')}`,
  },
]
