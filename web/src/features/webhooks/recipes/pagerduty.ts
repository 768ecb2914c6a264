import type { Recipe } from './recipe.ts'
import { byEvent, headline, incidentKey, number, object, posted, secret, text } from './recipe-rows.ts'

export const pagerduty: Recipe = {
  id: 'pagerduty',
  name: 'PagerDuty',
  about: 'An incident that is resolved when the alert ends',
  source:
    'In PagerDuty, open the service, then Integrations, and add the integration Events API V2. Copy its integration key.',
  events:
    'Add two webhook events: one for alerts that start, with the event_action trigger, and one for alerts that end, with resolve. Each also has its severity: critical, error, warning or info.',
  documentation: 'https://developer.pagerduty.com/docs/send-alert-event',
  asks: [
    {
      label: 'Integration key',
      example: '32 letters and digits',
      at: { part: 'Body', row: [0] },
      isSecret: true,
    },
  ],
  request: posted('https://events.pagerduty.com/v2/enqueue', [
    secret('routing_key'),
    byEvent(text('event_action', 'trigger')),
    text('dedup_key', incidentKey),
    object(
      'payload',
      text('summary', headline),
      text('source', '{{device.name}}'),
      byEvent(text('severity', 'warning')),
      text('timestamp', '{{event.at}}'),
      text('component', '{{alert.type}}'),
      text('group', '{{site.path}}'),
      text('class', '{{alert.category}}'),
      object(
        'custom_details',
        text('event', '{{event.kind}}'),
        number('value', '{{alert.value}}'),
        number('threshold', '{{alert.threshold}}'),
        text('unit', '{{alert.unit}}'),
        text('link', '{{alert.link}}'),
      ),
    ),
  ]),
}
