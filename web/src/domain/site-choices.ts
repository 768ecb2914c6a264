import type { SiteTreeNode } from '@eot/contract/sites'
import type { ComboboxGroup, ComboboxOption } from '../ui/combobox.tsx'

/** The sites of a tree as choices, top down, each with the names of the sites above it. */
export function siteChoices(tree: readonly SiteTreeNode[]): ComboboxGroup[] {
  return [{ value: 'sites', label: '', items: tree.flatMap((node) => withBelow(node, '')) }]
}

function withBelow(node: SiteTreeNode, above: string): ComboboxOption[] {
  const label = above ? `${above} / ${node.Name}` : node.Name
  return [{ value: node.Id, label }, ...node.SubSites.flatMap((below) => withBelow(below, label))]
}
