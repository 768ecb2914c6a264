import type { Import, ImportLine } from '@eot/contract/imports'
import { useTranslation } from 'react-i18next'
import type { SiteChoice } from '../../domain/site-choices.ts'
import { useSiteChoices } from '../../domain/use-site-choices.ts'
import { Combobox } from '../../ui/combobox.tsx'
import type { LineEdits } from './use-line-edits.ts'

interface SiteCellProps {
  of: Import
  line: ImportLine
  field: 'Site' | 'SiteId'
  edits: LineEdits
  labelShown: boolean
}

/** Chooses the site of a line whose site is missing, unknown or ambiguous. */
export function SiteCell({ of, line, field, edits, labelShown }: SiteCellProps) {
  const { t } = useTranslation()
  const { groups, find } = useSiteChoices(of.Site.Id)
  const sites = groups[0].items
  const isNamed = (name: string) => sites.filter((site) => isSame(site.name, name)).length

  function handleChange(id: string) {
    const site = find(id)
    if (!site) return
    edits.edit({
      Line: line.Line,
      Field: field,
      Value: field === 'SiteId' || isNamed(site.name) > 1 ? id : site.name,
      // An unknown name means the same site in every line; an ambiguous one need not.
      Everywhere: isNamed(line.Cells[field] ?? '') === 0,
    })
  }

  return (
    <span className="import-correct">
      <Combobox
        label={
          labelShown
            ? t(`imports.field.${field}`)
            : t('imports.lines.correct', { field: t(`imports.field.${field}`), line: line.Line })
        }
        labelHidden={!labelShown}
        groups={groups}
        value={null}
        placeholder={t('imports.lines.chooseSite')}
        searchLabel={t('shell.findSite')}
        emptyText={t('shell.noSite')}
        invalid
        onChange={handleChange}
      />
    </span>
  )
}

const isSame = (name: SiteChoice['name'], other: string) => name.toLowerCase() === other.trim().toLowerCase()
