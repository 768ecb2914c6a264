import { emptyAuth } from '@eot/contract/webhook-auth'
import type { Ask, Recipe } from './recipe.ts'
import { byEvent, headline, incidentKey, object, posted, text } from './recipe-rows.ts'

const documentation = 'https://docs.opsgenie.com/docs/alert-api'
const source =
  'In Opsgenie or Jira Service Management, add an API integration to the team and copy its key. Accounts in Europe use api.eu.opsgenie.com in the address.'

const key: Ask = {
  label: 'API key',
  example: '00000000-0000-0000-0000-000000000000',
  at: { part: 'Auth', row: [0, 'auth', 1] },
  before: 'GenieKey ',
  isSecret: true,
}
const Auth = [{ ...emptyAuth('Header'), auth: [text('name', 'Authorization'), text('value', '')] }]

export const opsgenie: Recipe = {
  id: 'opsgenie',
  name: 'Opsgenie',
  about: 'An alert with its own priority',
  source,
  events:
    'Add a webhook event for alerts that start. To close them when they end, add another request with the recipe Opsgenie, close.',
  documentation,
  asks: [key],
  request: posted(
    'https://api.opsgenie.com/v2/alerts',
    [
      text('message', '{{alert.typeName}} in {{device.name}}'),
      text('alias', incidentKey),
      text('description', `${headline}: {{alert.link}}`),
      text('entity', '{{device.name}}'),
      text('source', '{{site.name}}'),
      byEvent(text('priority', 'P3')),
      object(
        'details',
        text('event', '{{event.kind}}'),
        text('severity', '{{alert.severity}}'),
        text('value', '{{alert.value}} {{alert.unit}}'),
        text('site', '{{site.path}}'),
      ),
    ],
    { Auth },
  ),
}

/** The alert is found by the alias with which it was created. */
export const opsgenieClose: Recipe = {
  id: 'opsgenie-close',
  name: 'Opsgenie, close',
  about: 'Closes what the recipe Opsgenie has created',
  source,
  events: 'Add a webhook event for alerts that end, with the same devices and alert types.',
  documentation,
  asks: [key],
  request: posted(
    'https://api.opsgenie.com/v2/alerts/{alias}/close?identifierType=alias',
    [text('source', '{{site.name}}'), text('note', 'Ended after {{alert.duration}} s')],
    { Auth, UrlVariables: [text('alias', incidentKey)] },
  ),
}
