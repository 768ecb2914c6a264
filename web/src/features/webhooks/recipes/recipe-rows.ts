import { noParams, type WebhookParam } from '@eot/contract/webhook-params'
import type { WebhookTemplate } from '@eot/contract/webhook-shape'

const row = (
  key: string,
  type: WebhookParam['type'],
  value: string,
  more: Partial<WebhookParam> = {},
): WebhookParam => ({ key, paramType: 'specified', type, value, ...more })

export const text = (key: string, value: string): WebhookParam => row(key, 'string', value)
export const number = (key: string, value: string): WebhookParam => row(key, 'number', value)
export const flag = (key: string, value: boolean): WebhookParam => row(key, 'boolean', String(value))
export const secret = (key: string): WebhookParam => row(key, 'string', '', { secret: true })

export const object = (key: string, ...children: WebhookParam[]): WebhookParam =>
  row(key, 'object', '', { children })

/** The keys of elements are their numbers. */
export const list = (key: string, ...items: WebhookParam[]): WebhookParam =>
  row(key, 'array', '', { items: items.map((item, index) => ({ ...item, key: String(index) })) })

/** Makes a row that a webhook event can fill in, with the default that is sent otherwise. */
export const byEvent = (given: WebhookParam): WebhookParam => ({ ...given, paramType: 'config' })

/** A JSON request with this body. */
export const posted = (
  Url: string,
  Body: WebhookParam[],
  more: Partial<WebhookTemplate> = {},
): WebhookTemplate => ({
  ...noParams(),
  Url,
  Method: 'POST',
  ContentType: 'application/json',
  Body,
  ...more,
})

/** What happened and where, in one line. */
export const headline = '{{alert.typeName}} in {{device.name}}, {{site.name}}'
/** Stays the same from the start of an alert to its end, or while a device is offline, so that receivers can match the two. */
export const incidentKey = '{{device.id}}-{{alert.id}}'
