import { useTranslation } from 'react-i18next'
import { Combobox } from '../ui/combobox.tsx'
import { useSiteChoices } from './use-site-choices.ts'

interface SiteFieldProps {
  label: string
  /** The choices are this site and its sub-sites. */
  siteId: string
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** Chooses a site by name. Its own name comes first, so that a long path does not hide it. */
export function SiteField({ siteId, ...rest }: SiteFieldProps) {
  const { t } = useTranslation()
  const { groups, find } = useSiteChoices(siteId)
  const chosen = find(rest.value)
  return (
    <Combobox
      {...rest}
      groups={groups}
      chosen={
        chosen && (
          <span className="truncate">
            {chosen.name} <span className="muted">{chosen.above}</span>
          </span>
        )
      }
      searchLabel={t('shell.findSite')}
      emptyText={t('shell.noSite')}
    />
  )
}
