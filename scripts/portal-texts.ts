import { en } from '../web/src/texts/en.ts'
import { pages } from '../web/src/texts/es/pages.ts'

const textsOf = (tree: unknown): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(textsOf)

/** Every English text of the portal, with placeholders such as `{{count}}`. */
export const portalTexts: readonly string[] = textsOf(en)

/** The Spanish names of pages, by the last part of their path. */
export const spanishPages: Readonly<Record<string, string>> = pages
