import { noParams } from '@eot/contract/webhook-params'
import { renderRequest } from '@eot/contract/webhook-render'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { alertValues, deviceValues } from '../../../../test/webhook-samples.ts'
import { withAsked } from './ask-value.ts'
import { recipes } from './recipes.ts'

/** An ISO 8601 date and time. */
const instant = z.iso.datetime()
const filled = z.string().min(1)

/** Block Kit and incoming webhooks, as docs.slack.dev describes them. */
const slackText = (most: number) =>
  z.union([
    z.strictObject({ type: z.literal('plain_text'), text: filled.max(most) }),
    z.strictObject({ type: z.literal('mrkdwn'), text: filled.max(most) }),
  ])
const slack = z.strictObject({
  text: filled.max(40_000),
  blocks: z
    .array(
      z.union([
        z
          .strictObject({
            type: z.literal('section'),
            text: slackText(3000).optional(),
            fields: z.array(slackText(2000)).min(1).max(10).optional(),
          })
          .refine(({ text, fields }) => text ?? fields),
        z.strictObject({ type: z.literal('context'), elements: z.array(slackText(3000)).min(1).max(10) }),
      ]),
    )
    .max(50),
})

/** A message with an Adaptive Card of a version that Teams shows, as documented at learn.microsoft.com and adaptivecards.io. */
const teams = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
          body: z.array(
            z.discriminatedUnion('type', [
              z.strictObject({ type: z.literal('TextBlock'), text: z.string(), wrap: z.boolean() }),
              z.strictObject({
                type: z.literal('RichTextBlock'),
                inlines: z.array(
                  z.strictObject({
                    type: z.literal('TextRun'),
                    text: z.string(),
                    size: z.enum(['Default', 'Small', 'Medium', 'Large', 'ExtraLarge']).optional(),
                    weight: z.enum(['Default', 'Lighter', 'Bolder']).optional(),
                  }),
                ),
              }),
              z.strictObject({
                type: z.literal('FactSet'),
                facts: z.array(z.strictObject({ title: z.string(), value: z.string() })),
              }),
            ]),
          ),
        }),
      }),
    )
    .min(1),
})

/** The parameters of Execute Webhook, with the limits of embeds. */
const discord = z.strictObject({
  embeds: z
    .array(
      z.strictObject({
        title: filled.max(256),
        description: filled.max(4096),
        timestamp: instant,
        fields: z
          .array(
            z.strictObject({
              name: filled.max(256),
              value: z.string().trim().min(1).max(1024),
              inline: z.boolean(),
            }),
          )
          .max(25),
      }),
    )
    .min(1)
    .max(10),
})

/** PD-CEF in the Events API v2. */
const pagerduty = z.strictObject({
  routing_key: z.string().length(32),
  event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
  dedup_key: filled.max(255),
  payload: z.strictObject({
    summary: filled.max(1024),
    source: filled,
    severity: z.enum(['critical', 'error', 'warning', 'info']),
    timestamp: instant,
    component: z.string(),
    group: z.string(),
    class: z.string(),
    custom_details: z.record(z.string(), z.unknown()),
  }),
})

/** Create Alert of the Alert API. */
const opsgenie = z.strictObject({
  message: filled.max(130),
  alias: filled.max(512),
  description: z.string().max(15_000),
  entity: z.string().max(512),
  source: z.string().max(100),
  priority: z.enum(['P1', 'P2', 'P3', 'P4', 'P5']),
  details: z.record(z.string(), z.string()),
})
/** Close Alert. */
const opsgenieClose = z.strictObject({ source: z.string().max(100), note: z.string().max(25_000) })

/** Any JSON object, which automations read as `trigger.json`. */
const homeAssistant = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** Publish as JSON. */
const ntfy = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: filled,
  message: filled,
  priority: z.int().min(1).max(5),
  tags: z.array(filled),
  click: z.union([z.url(), z.literal('')]),
})

/** Type, timestamp and data, as Standard Webhooks recommends. */
const relay = z.strictObject({ type: filled, timestamp: instant, data: z.looseObject({ id: z.uuid() }) })

const hook = 'https://receiver.example/services/T0/B0/x'
const formats: Record<string, { body: z.ZodType; entered: string; url: RegExp }> = {
  slack: { body: slack, entered: hook, url: /^https:\/\/receiver\.example\/services\/T0\/B0\/x$/ },
  teams: { body: teams, entered: hook, url: /^https:\/\/receiver\.example/ },
  discord: { body: discord, entered: hook, url: /^https:\/\/receiver\.example/ },
  pagerduty: {
    body: pagerduty,
    entered: '0123456789abcdef0123456789abcdef',
    url: /^https:\/\/events\.pagerduty\.com\/v2\/enqueue$/,
  },
  opsgenie: {
    body: opsgenie,
    entered: 'c3a4-key',
    url: /^https:\/\/api\.opsgenie\.com\/v2\/alerts$/,
  },
  'opsgenie-close': {
    body: opsgenieClose,
    entered: 'c3a4-key',
    url: /^https:\/\/api\.opsgenie\.com\/v2\/alerts\/[-0-9a-f]+\/close\?identifierType=alias$/,
  },
  'home-assistant': { body: homeAssistant, entered: hook, url: /^https:\/\/receiver\.example/ },
  ntfy: { body: ntfy, entered: 'school-alerts', url: /^https:\/\/ntfy\.sh\/$/ },
  relay: { body: relay, entered: hook, url: /^https:\/\/receiver\.example/ },
}

test('each recipe has a documented format here', () => {
  expect(recipes.map(({ id }) => id).toSorted()).toEqual(Object.keys(formats).toSorted())
})

test.each(
  recipes.flatMap((recipe) => [
    { recipe, what: 'an alert', values: alertValues },
    { recipe, what: 'a device', values: deviceValues },
  ]),
)('$recipe.name: what is sent of $what has the format that its maker documents', ({ recipe, values }) => {
  const { body, entered, url } = formats[recipe.id] ?? {}
  let { request } = recipe
  for (const ask of recipe.asks) request = { ...request, ...withAsked(ask, request, ` ${entered} `) }
  const sent = renderRequest(request, noParams(), values, { boundary: 'b' })
  if ('failure' in sent) throw new Error(`${sent.failure.path}: ${sent.failure.message}`)
  expect(sent.method).toBe('POST')
  expect(sent.url).toMatch(url ?? /never/)
  expect(sent.headers).toContainEqual(['Content-Type', 'application/json'])
  const { error } = body?.safeParse(JSON.parse(sent.body ?? '')) ?? { error: new Error('no format') }
  expect(error).toBeUndefined()
})

test('the key of Opsgenie is sent with its scheme', () => {
  const [ask] = recipes.find(({ id }) => id === 'opsgenie')?.asks ?? []
  const { request } = recipes.find(({ id }) => id === 'opsgenie') ?? {}
  if (!ask || !request) throw new Error('no recipe')
  const filled = { ...request, ...withAsked(ask, request, 'c3a4-key') }
  expect(renderRequest(filled, noParams(), alertValues, { boundary: 'b' })).toMatchObject({
    authorization: { scheme: 'Header', fields: { name: 'Authorization', value: 'GenieKey c3a4-key' } },
  })
})
