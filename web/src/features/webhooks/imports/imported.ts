import type { WebhookTemplate } from '@eot/contract/webhook-shape'

/** Why something cannot be imported, with the subject, such as the name of an option. */
export interface ImportProblem {
  problem:
    | 'notCurl'
    | 'openQuote'
    | 'expansion'
    | 'operator'
    | 'unknownOption'
    | 'missingValue'
    | 'noUrl'
    | 'twoUrls'
    | 'file'
    | 'method'
    | 'header'
    | 'formPart'
    | 'tooLong'
    | 'tooMany'
    | 'tooDeep'
    | 'notJson'
    | 'notOpenApi'
    | 'noOperation'
    | 'reference'
    | 'contentType'
  about?: string
}

/** A difference from the source. */
export interface ImportNote {
  note: 'ignored' | 'insecure' | 'assumedJson' | 'xmlAsText' | 'ownHeader' | 'cycle' | 'noServer'
  about?: string
}

export interface Imported {
  name: string
  request: WebhookTemplate
  notes: ImportNote[]
}

/** Maximum number of characters to import. */
export const mostImported = 1_000_000
