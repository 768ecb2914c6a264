import type { Recipe } from './recipe.ts'
import { flag, list, object, posted, text } from './recipe-rows.ts'

const field = (name: string, value: string) =>
  object('', text('name', name), text('value', value), flag('inline', true))

/** Everything is in an embed, where mentions notify nobody, whatever a device is named. */
export const discord: Recipe = {
  id: 'discord',
  name: 'Discord',
  about: 'A message in a channel',
  source:
    'In Discord, open the settings of the channel, then Integrations, then Webhooks. Create one and copy its address.',
  documentation: 'https://discord.com/developers/docs/resources/webhook#execute-webhook',
  asks: [
    {
      label: 'Webhook address of the channel',
      example: 'https://discord.com/api/webhooks/…/…',
      at: 'Url',
    },
  ],
  request: posted('https://', [
    list(
      'embeds',
      object(
        '',
        text('title', '{{alert.typeName}} in {{device.name}}'),
        text('description', 'Alert: {{alert.link}}'),
        text('timestamp', '{{event.at}}'),
        list(
          'fields',
          field('Site', '{{site.name}}'),
          field('Event', '{{event.kind}}'),
          // A field cannot be empty, and events of devices have no value.
          field('Severity and value', '{{alert.severity}}: {{alert.value}} {{alert.unit}}'),
        ),
      ),
    ),
  ]),
}
