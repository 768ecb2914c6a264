import type { SiteTreeNode } from '@eot/contract/sites'
import { t } from '../texts/i18n.ts'

/** Returns the topmost inactive sites among these and those below. */
export const inactiveSites = (nodes: readonly SiteTreeNode[]): SiteTreeNode[] =>
  nodes.flatMap((node) => (node.IsInactive ? [node] : inactiveSites(node.SubSites)))

/** Says in which parts of a site no alerts are raised. undefined: they are raised everywhere. */
export function offText([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined
  if (others.length === 0) return t('dashboard.offAt', { site: first })
  return t('dashboard.offAtSites', { count: others.length + 1 })
}
