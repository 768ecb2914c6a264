import { type ReportSectionKey, reportSections } from '@eot/contract/report-model'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'
import { moved } from './moved.ts'

interface SectionChoiceProps {
  chosen: readonly ReportSectionKey[]
  onChange: (chosen: ReportSectionKey[]) => void
  error?: string | undefined
}

/** The sections of a report in their order, followed by those left out. */
export function SectionChoice({ chosen, onChange, error }: SectionChoiceProps) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLDivElement>(null)
  const rest = reportSections.filter((key) => !chosen.includes(key))

  function move(from: number, to: number) {
    const key = chosen[from]
    if (key === undefined || to < 0 || to >= chosen.length || to === from) return
    onChange(moved(chosen, from, to))
    setSaid(t('reports.movedTo', { name: t(`reports.section.${key}`), place: to + 1, of: chosen.length }))
  }

  /** Moves a section to the row below the pointer. */
  function drag(event: PointerEvent<HTMLElement>, from: number) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const boxes = [...(rows.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const to = boxes.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom)
    if (to >= 0) move(from, Math.min(to, chosen.length - 1))
  }

  return (
    <fieldset className="report-sections" aria-describedby={error ? 'report-sections-error' : undefined}>
      <legend>{t('reports.sections')}</legend>
      <div ref={rows}>
        {[...chosen, ...rest].map((key) => {
          const index = chosen.indexOf(key)
          const name = t(`reports.section.${key}`)
          return (
            <div key={key} className={classNames('report-choice', index < 0 && 'left-out')}>
              {/* For pointers; the buttons do the same with keys. */}
              <span
                className="report-grip"
                aria-hidden="true"
                onPointerDown={(event) => {
                  event.preventDefault()
                  event.currentTarget.setPointerCapture(event.pointerId)
                }}
                onPointerMove={(event) => drag(event, index)}
              >
                {index >= 0 && <GripVertical className="icon icon-sm" />}
              </span>
              <label className="report-check">
                <input
                  type="checkbox"
                  className="check"
                  checked={index >= 0}
                  onChange={() =>
                    onChange(index >= 0 ? chosen.filter((other) => other !== key) : [...chosen, key])
                  }
                />
                {name}
              </label>
              {index >= 0 && (
                <span className="row">
                  {/* Rendered even at the ends of the list, so that the focus is not lost. */}
                  <IconButton
                    icon={ArrowUp}
                    size="sm"
                    label={t('reports.moveUp', { name })}
                    aria-disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="sm"
                    label={t('reports.moveDown', { name })}
                    aria-disabled={index === chosen.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                </span>
              )}
            </div>
          )
        })}
      </div>
      <FieldError id="report-sections" error={error} />
      <p className="vh" aria-live="polite">
        {said}
      </p>
    </fieldset>
  )
}
