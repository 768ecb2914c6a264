import type { RenderedRequest } from '@eot/contract/webhook-render'

/** Stands for a secret that is stored or may not be shown. */
export const mask = '••••••'

/** Formats a rendered request as it is sent, with its authorization header masked. */
export function requestText({ authorization, body, headers, method, url }: RenderedRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  if (authorization?.scheme === 'Header') lines.push(`${authorization.fields.name}: ${mask}`)
  else if (authorization)
    lines.push(
      `Authorization: ${authorization.scheme === 'OAuth2' ? 'Bearer' : authorization.scheme} ${mask}`,
    )
  return [`${method} ${url}`, ...lines, ...(body === undefined ? [] : ['', body])].join('\n')
}
