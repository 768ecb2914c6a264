import '../sources.css'
import type { SiteOverview } from '@eot/contract/site-tree'
import { CornerDownRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** The number of settings from each source. Settings of the site itself are named. */
export function SettingSources({ site }: { site: SiteOverview }) {
  const { t } = useTranslation()
  const own = site.Sources.find(({ Site }) => Site?.Id === site.Id)
  const rest = site.Sources.filter((source) => source !== own)
  return (
    <span className="src">
      {own ? (
        <span className="src here">
          <span className="truncate">
            {rest.length === 0
              ? t('sites.tree.allSet', { count: own.Fields.length })
              : own.Fields.map((field) => t(`sites.field.${field}`)).join(', ')}
          </span>
        </span>
      ) : (
        <CornerDownRight className="icon" aria-hidden="true" />
      )}
      <span className="truncate">
        {rest
          .map(({ Site, Fields }) => `${Site?.Name ?? t('sites.source.default')} ${Fields.length}`)
          .join(', ')}
      </span>
    </span>
  )
}
