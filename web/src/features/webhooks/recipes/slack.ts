import type { Recipe } from './recipe.ts'
import { headline, list, object, posted, text } from './recipe-rows.ts'

const plain = (value: string) => object('', text('type', 'plain_text'), text('text', value))

/** Names are plain text, so that a name such as <!channel> notifies nobody. `text` is for notifications only. */
export const slack: Recipe = {
  id: 'slack',
  name: 'Slack',
  about: 'A message in a channel',
  source:
    'In Slack, an incoming webhook belongs to an app: create one at api.slack.com/apps, switch Incoming Webhooks on, and add one for the channel. Its address starts with https://hooks.slack.com/services/.',
  documentation: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
  asks: [
    {
      label: 'Webhook address of the channel',
      example: 'https://hooks.slack.com/services/T…/B…/…',
      at: 'Url',
    },
  ],
  request: posted('https://', [
    text('text', headline),
    list(
      'blocks',
      object('', text('type', 'section'), { ...plain(headline), key: 'text' }),
      object(
        '',
        text('type', 'section'),
        list(
          'fields',
          plain('Event: {{event.kind}}'),
          plain('Time: {{event.atLocal}}'),
          plain('Severity: {{alert.severity}}'),
          plain('Value: {{alert.value}} {{alert.unit}}'),
        ),
      ),
      object(
        '',
        text('type', 'context'),
        list('elements', object('', text('type', 'mrkdwn'), text('text', 'Alert: {{alert.link}}'))),
      ),
    ),
  ]),
}
