import type { ParamPart } from '@eot/contract/webhook-params'
import type { WebhookTemplate } from '@eot/contract/webhook-shape'
import type { RowPath } from '../rows/rows.ts'

/**
 * A webhook request for a product, in the format that its maker documents. It fills the editor of a new request and asks for
 * the user's own values. Its texts are part of it, since they change with the product and not with the portal.
 */
export interface Recipe {
  /** Identifies the recipe in the address of the editor. */
  id: string
  name: string
  /** What the product does with an alert. */
  about: string
  /** Where to get the address or the key, in one or two sentences. */
  source: string
  /** Which webhook events it needs, where more than one is needed. */
  events?: string
  /** The page of the maker that describes the format. */
  documentation: string
  asks: readonly Ask[]
  request: WebhookTemplate
}

/** A value that only the user knows, such as the address of a channel. */
export interface Ask {
  label: string
  /** An example of the value. */
  example: string
  at: 'Url' | { part: ParamPart; row: RowPath }
  /** Precedes the entered value, such as the scheme before a key. */
  before?: string
  isSecret?: true
}
