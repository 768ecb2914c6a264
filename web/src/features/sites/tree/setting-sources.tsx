import '../sources.css'
import type { SiteOverview } from '@eot/contract/site-tree'
import { CornerDownRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type SiteTree, settingSources } from './site-tree.ts'

/** How many settings a site has from which site. The ones it sets itself are named. */
export function SettingSources({ tree, site }: { tree: SiteTree; site: SiteOverview }) {
  const { t } = useTranslation()
  const sources = settingSources(tree, site)
  const own = sources.find((source) => source.site === site)
  const rest = sources.filter((source) => source !== own)
  return (
    <span className="src">
      {own ? (
        <span className="src here">
          <span className="truncate">
            {rest.length === 0
              ? t('sites.tree.allSet', { count: own.fields.length })
              : own.fields.map((field) => t(`sites.field.${field}`)).join(', ')}
          </span>
        </span>
      ) : (
        <CornerDownRight className="icon" aria-hidden="true" />
      )}
      <span className="truncate">
        {rest
          .map((source) => `${source.site?.Name ?? t('sites.source.default')} ${source.fields.length}`)
          .join(', ')}
      </span>
    </span>
  )
}
