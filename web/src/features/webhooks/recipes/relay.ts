import type { Recipe } from './recipe.ts'
import { number, object, posted, text } from './recipe-rows.ts'

export const relay: Recipe = {
  id: 'relay',
  name: 'Own program or relay',
  about: 'Everything about the alert as JSON, signed',
  source:
    'Your program, or a service such as n8n, Make or Zapier, shows the address at which it takes JSON. When the request is saved, you see once the secret with which the program verifies that requests come from here.',
  documentation: 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
  asks: [{ label: 'Address that takes JSON', example: 'https://relay.example.org/hook', at: 'Url' }],
  request: posted('https://', [
    text('type', '{{event.kind}}'),
    text('timestamp', '{{event.at}}'),
    object(
      'data',
      text('id', '{{event.id}}'),
      text('rule', '{{event.rule}}'),
      object(
        'alert',
        text('id', '{{alert.id}}'),
        text('type', '{{alert.type}}'),
        text('name', '{{alert.typeName}}'),
        text('severity', '{{alert.severity}}'),
        number('value', '{{alert.value}}'),
        number('peak', '{{alert.peak}}'),
        number('threshold', '{{alert.threshold}}'),
        text('unit', '{{alert.unit}}'),
        text('startAt', '{{alert.startAt}}'),
        text('endAt', '{{alert.endAt}}'),
        text('link', '{{alert.link}}'),
      ),
      object(
        'device',
        text('id', '{{device.id}}'),
        text('name', '{{device.name}}'),
        text('mac', '{{device.mac}}'),
      ),
      object(
        'site',
        text('id', '{{site.id}}'),
        text('name', '{{site.name}}'),
        text('path', '{{site.path}}'),
        text('timeZone', '{{site.timeZone}}'),
      ),
    ),
  ]),
}
