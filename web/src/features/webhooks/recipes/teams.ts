import type { Recipe } from './recipe.ts'
import { flag, headline, list, object, posted, text } from './recipe-rows.ts'

/** Text of a RichTextBlock has no Markdown, unlike that of a TextBlock, so names are shown as they are. */
const rich = (value: string, ...more: ReturnType<typeof text>[]) =>
  object(
    '',
    text('type', 'RichTextBlock'),
    list('inlines', object('', text('type', 'TextRun'), text('text', value), ...more)),
  )
const fact = (title: string, value: string) => object('', text('title', title), text('value', value))

export const teams: Recipe = {
  id: 'teams',
  name: 'Microsoft Teams',
  about: 'An Adaptive Card in a channel',
  source:
    'In Teams, open Workflows from the menu of the channel and choose the template that posts to a channel when a webhook request is received. Copy the address that it shows at the end.',
  documentation:
    'https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
  asks: [
    { label: 'Address of the workflow', example: 'https://….logic.azure.com:443/workflows/…', at: 'Url' },
  ],
  request: posted('https://', [
    text('type', 'message'),
    list(
      'attachments',
      object(
        '',
        text('contentType', 'application/vnd.microsoft.card.adaptive'),
        object(
          'content',
          text('$schema', 'http://adaptivecards.io/schemas/adaptive-card.json'),
          text('type', 'AdaptiveCard'),
          text('version', '1.4'),
          list(
            'body',
            rich(headline, text('size', 'Medium'), text('weight', 'Bolder')),
            object(
              '',
              text('type', 'FactSet'),
              list(
                'facts',
                fact('Event', '{{event.kind}}'),
                fact('Time', '{{event.atLocal}}'),
                fact('Severity', '{{alert.severity}}'),
                fact('Value', '{{alert.value}} {{alert.unit}}'),
              ),
            ),
            object(
              '',
              text('type', 'TextBlock'),
              text('text', '[Open the alert]({{alert.link}})'),
              flag('wrap', true),
            ),
          ),
        ),
      ),
    ),
  ]),
}
