import type { Recipe } from './recipe.ts'
import { byEvent, headline, list, number, posted, text } from './recipe-rows.ts'

export const ntfy: Recipe = {
  id: 'ntfy',
  name: 'ntfy',
  about: 'A notification on phones that have the topic',
  source:
    'Choose a topic that nobody guesses and subscribe to it in the ntfy app: whoever knows it can read along. For your own server change the address, and enter its access token under Auth as a bearer token.',
  events: 'Each webhook event has its priority: 1 is the lowest, 5 the highest.',
  documentation: 'https://docs.ntfy.sh/publish/#publish-as-json',
  asks: [{ label: 'Topic', example: 'school-alerts-k3v9q', at: { part: 'Body', row: [0] } }],
  request: posted('https://ntfy.sh/', [
    text('topic', ''),
    text('title', headline),
    text('message', '{{event.kind}}: {{alert.value}} {{alert.unit}} at {{event.atLocal}}'),
    byEvent(number('priority', '4')),
    list('tags', text('', 'warning')),
    text('click', '{{alert.link}}'),
  ]),
}
