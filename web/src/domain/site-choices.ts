import type { SiteTreeNode } from '@eot/contract/sites'
import type { ComboboxGroup, ComboboxOption } from '../ui/combobox.tsx'

export interface SiteChoice extends ComboboxOption {
  name: string
  /** The names of the sites above it, from the top down. */
  above: string
}

interface SiteChoices extends ComboboxGroup {
  items: readonly SiteChoice[]
}

/** Returns the sites of a tree as choices, top down, each labeled with its whole path. */
export function siteChoices(tree: readonly SiteTreeNode[]): [SiteChoices] {
  return [{ value: 'sites', label: '', items: tree.flatMap((node) => withBelow(node, '')) }]
}

function withBelow({ Id, Name, SubSites }: SiteTreeNode, above: string): SiteChoice[] {
  const label = above ? `${above} / ${Name}` : Name
  return [{ value: Id, label, name: Name, above }, ...SubSites.flatMap((below) => withBelow(below, label))]
}
