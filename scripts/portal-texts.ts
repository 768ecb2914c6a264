import { en } from '../web/src/texts/en.ts'
import { pages } from '../web/src/texts/es/pages.ts'

const textsOf = (tree: unknown): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(textsOf)

/** Every English text of the portal, with placeholders such as `{{count}}`. */
export const portalTexts: readonly string[] = textsOf(en)

/** Spanish names of the parts of page paths. A page is named after the last part. */
export const spanishPages: Readonly<Record<string, string>> = pages
