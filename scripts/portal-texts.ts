import { en } from '../web/src/texts/en.ts'

const textsOf = (tree: unknown): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(textsOf)

/** Every English text of the portal, with placeholders such as `{{count}}`. */
export const portalTexts: readonly string[] = textsOf(en)
