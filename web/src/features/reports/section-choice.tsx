import { type ReportSectionKey, reportSections } from '@eot/contract/report-model'
import { ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'

interface SectionChoiceProps {
  chosen: readonly ReportSectionKey[]
  onChange: (chosen: readonly ReportSectionKey[]) => void
}

/** The sections of a report, in the order in which it has them; those left out follow. */
export function SectionChoice({ chosen, onChange }: SectionChoiceProps) {
  const { t } = useTranslation()
  const rest = reportSections.filter((key) => !chosen.includes(key))
  const moveUp = (index: number) => {
    const next = [...chosen]
    next.splice(index - 1, 2, ...chosen.slice(index - 1, index + 1).toReversed())
    onChange(next)
  }
  return (
    <fieldset className="report-sections">
      <legend>{t('reports.sections')}</legend>
      {[...chosen, ...rest].map((key) => {
        const index = chosen.indexOf(key)
        const name = t(`reports.section.${key}`)
        return (
          <div key={key}>
            <label className="report-check">
              <input
                type="checkbox"
                checked={index >= 0}
                onChange={() =>
                  onChange(index >= 0 ? chosen.filter((other) => other !== key) : [...chosen, key])
                }
              />
              {name}
            </label>
            {index > 0 && (
              <IconButton
                icon={ArrowUp}
                size="sm"
                label={t('reports.moveUp', { name })}
                onClick={() => moveUp(index)}
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
