import type { WebhookResultCode } from '@eot/contract/webhook-results'
import type { Level } from '../../../ui/glyph.tsx'

/** With a true minus sign. */
export const codeText = (code: WebhookResultCode) => String(code).replace('-', '−')

export const levelOfCode = (code: WebhookResultCode): Level =>
  code === 1 ? 'ok' : code === 0 ? 'serious' : 'critical'
