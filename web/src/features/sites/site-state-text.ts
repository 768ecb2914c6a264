import type { Site } from '@eot/contract/site-fields'
import { t } from '../../texts/i18n.ts'

/** States whether a site is active, and if not, which site above it is the reason. */
export function siteStateText({ Id, Inactive }: Pick<Site, 'Id' | 'Inactive'>): string {
  if (!Inactive) return t('sites.facts.active')
  if (Inactive.Site?.Id === Id) return t('sites.facts.inactive')
  return Inactive.Site
    ? t('sites.facts.inactiveBy', { site: Inactive.Site.Name })
    : t('sites.facts.inactiveAbove')
}
