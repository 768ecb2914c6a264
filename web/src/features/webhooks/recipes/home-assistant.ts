import type { Recipe } from './recipe.ts'
import { number, posted, text } from './recipe-rows.ts'

export const homeAssistant: Recipe = {
  id: 'home-assistant',
  name: 'Home Assistant',
  about: 'Starts an automation, with all values',
  source:
    'In Home Assistant, add a webhook trigger to an automation; its address is that of Home Assistant with /api/webhook/ and the ID of the trigger. Allow this server in its settings, and have the operator of the portal allow an address in your own network.',
  documentation: 'https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger',
  asks: [
    {
      label: 'Address of the webhook trigger',
      example: 'https://home.example.org/api/webhook/…',
      at: 'Url',
    },
  ],
  request: posted('https://', [
    text('event', '{{event.kind}}'),
    text('type', '{{alert.type}}'),
    text('severity', '{{alert.severity}}'),
    number('value', '{{alert.value}}'),
    number('threshold', '{{alert.threshold}}'),
    text('unit', '{{alert.unit}}'),
    text('device', '{{device.name}}'),
    text('mac', '{{device.mac}}'),
    text('site', '{{site.name}}'),
    text('at', '{{event.at}}'),
    text('link', '{{alert.link}}'),
  ]),
}
