import { composed } from '@eot/contract/text'
import { mostSimilar } from './most-similar.ts'

export interface SiteNode {
  id: string
  name: string
  /** null for the site imported into. */
  parent: SiteNode | null
  /** The line that creates it; undefined if it exists. */
  line?: number
}

/** No site, or more than one, has the name. */
interface NotFound {
  /** The message for the user. */
  message: string
  /** The name of the site that was probably meant. */
  suggestion?: string
}

/** How many different unknown names of a file are compared with similar ones: each search compares all names. */
const mostSimilarSearches = 100

/**
 * The sites that a file may refer to: the one imported into, those below it, and those that the file creates. Sites of other
 * customers are not included, so they are unknown like missing ones.
 */
export class SiteIndex {
  readonly top: SiteNode
  readonly #byId = new Map<string, SiteNode>()
  readonly #byName = new Map<string, SiteNode[]>()
  readonly #similar = new Map<string, string | undefined>()

  /** Expects the top site first, and parents before children. */
  constructor(rows: readonly { id: string; parentId: string | null; name: string }[]) {
    const [first, ...others] = rows
    if (!first) throw new Error('the site imported into is missing')
    this.top = this.add({ id: first.id, name: first.name, parent: null })
    for (const { id, parentId, name } of others)
      this.add({ id, name, parent: this.#byId.get(parentId ?? '') ?? null })
  }

  add(node: SiteNode): SiteNode {
    this.#byId.set(node.id, node)
    const key = keyOf(node.name)
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), node])
    return node
  }

  /** Changes the name or parent of a site. */
  change(node: SiteNode, { name, parent }: { name: string; parent: SiteNode | null }): void {
    const key = keyOf(node.name)
    this.#byName.set(
      key,
      (this.#byName.get(key) ?? []).filter((other) => other !== node),
    )
    node.name = name
    node.parent = parent
    this.add(node)
  }

  withId(id: string): SiteNode | undefined {
    return this.#byId.get(id.toLowerCase())
  }

  childOf(parent: SiteNode, name: string): SiteNode | undefined {
    return this.#byName.get(keyOf(name))?.find((node) => node.parent === parent)
  }

  /**
   * Finds the site that a cell names: by its name, by the end of its path as in `East Campus / Gym`, or by its id. If several
   * have the name, returns the one with `id`. Otherwise returns a message for the user.
   */
  find(text: string, id?: string): SiteNode | NotFound {
    const nodes = this.#named(text)
    const [first, second] = nodes
    if (!first) return this.withId(text) ?? this.#notFound(text)
    if (!second) return first
    const message = `${nodes.length} sites are called “${text}”. Write the site above before it: “${first.parent?.name ?? '…'} / ${first.name}”`
    return nodes.find((node) => node.id === id?.toLowerCase()) ?? { message }
  }

  #notFound(text: string): NotFound {
    const message = `No site “${text}”`
    if (!this.#similar.has(text) && this.#similar.size < mostSimilarSearches) {
      const name = mostSimilar(keyOf(text), this.#byName.keys())
      const [site, another] = this.#byName.get(name ?? '') ?? []
      this.#similar.set(text, another ? undefined : site?.name)
    }
    const suggestion = this.#similar.get(text)
    return { message, ...(suggestion !== undefined && { suggestion }) }
  }

  #named(text: string): SiteNode[] {
    const exact = this.#byName.get(keyOf(text))
    if (exact && exact.length > 0) return exact
    const names = text.split(/[/>]/).map(keyOf)
    if (names.length < 2) return []
    return (this.#byName.get(names.at(-1) ?? '') ?? []).filter((node) => endsWith(node, names))
  }
}

function endsWith(node: SiteNode, names: readonly string[]): boolean {
  let current: SiteNode | null = node
  for (const name of names.toReversed()) {
    if (!current || keyOf(current.name) !== name) return false
    current = current.parent
  }
  return true
}

/** Composes names, since those of older sites may be stored in another form. */
const keyOf = (name: string): string => composed(name).trim().toLowerCase()
