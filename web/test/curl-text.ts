import type { RenderedRequest, WebhookTemplate } from '@eot/contract/webhook-render'
import { fillTemplate } from '@eot/contract/webhook-variables'
import { alertValues } from './webhook-samples.ts'

/** The ways in which bash lets a word be written. */
export const quotings = ['single', 'double', 'escapes', 'plain'] as const
type Quoting = (typeof quotings)[number]

/** A word for bash that stands for the text. */
export function quoted(text: string, how: Quoting): string {
  if (how === 'double') return `"${text.replace(/["\\$`]/g, '\\$&')}"`
  if (how === 'escapes')
    return `$'${text
      .replace(/['\\]/g, '\\$&')
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r')
      .replaceAll('\t', '\\t')}'`
  if (how === 'plain' && /^[\w./:=-]+$/.test(text)) return text
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A request as a curl command. */
export function curlText(template: WebhookTemplate, sent: RenderedRequest, how: Quoting): string {
  const { authorization, body, headers, method, url } = sent
  const isForm = template.ContentType === 'multipart/form-data'
  const { username = '', password = '', token = '', name = '', value = '' } = authorization?.fields ?? {}
  const auth = {
    None: [],
    Basic: ['-u', `${username}:${password}`],
    Digest: ['--digest', '--user', `${username}:${password}`],
    Bearer: ['-H', `Authorization: Bearer ${token}`],
    Header: ['-H', `${name}: ${value}`],
    OAuth2: [],
  }[authorization?.scheme ?? 'None']
  const words = [
    '-X',
    method,
    ...headers
      .filter(([header]) => !(isForm && header === 'Content-Type'))
      .flatMap(([header, text]) => (header === 'Cookie' ? ['-b', text] : ['--header', `${header}: ${text}`])),
    ...auth,
    ...(isForm
      ? template.Body.flatMap((row) => [
          '--form-string',
          `${row.key}=${fillTemplate(row.value, alertValues)}`,
        ])
      : body === undefined
        ? []
        : ['--data-raw', body]),
    url,
  ]
  return `curl ${words.map((word) => quoted(word, how)).join(' \\\n  ')}`
}
