import { type Import, type ImportColumn, type ImportLine, importColumns } from '@eot/contract/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import type { Correct } from './use-corrections.ts'

/** Whether a cell of the line is wrong. A field without a column in the file has no cell. */
export const canCorrect = ({ Columns }: Import, { Fate, Problems }: ImportLine, field: string): boolean =>
  Fate === 'Refused' &&
  Problems.some(({ Field }) => Field === field) &&
  Columns.some(({ Field }) => Field === field)

interface CorrectionsProps {
  of: Import
  line: ImportLine
  /** Fields that are corrected elsewhere. Suggestions for them are shown here too. */
  apartFrom: readonly ImportColumn[]
  onCorrect: Correct
}

/** What can be done about the problems of a line: suggested values, and the wrong cells of other columns. */
export function Corrections({ of, line, apartFrom, onCorrect }: CorrectionsProps) {
  const { t } = useTranslation()
  const wrong = importColumns[of.Kind].filter((field) => canCorrect(of, line, field))
  return wrong.map((field) => {
    const suggestion = line.Problems.find(({ Field }) => Field === field)?.Suggestion
    return (
      <span key={field} className="import-corrections">
        {suggestion !== undefined && (
          <button
            type="button"
            className="linkbtn"
            onClick={(event) => {
              focusNext(event.currentTarget)
              onCorrect({ Line: line.Line, Field: field, Value: suggestion, Everywhere: true })
            }}
          >
            {t('imports.lines.use', { name: suggestion })}
          </button>
        )}
        {!apartFrom.includes(field) && (
          <CorrectCell line={line} field={field} onCorrect={onCorrect} labelShown />
        )}
      </span>
    )
  })
}

interface CorrectCellProps {
  line: ImportLine
  field: ImportColumn
  onCorrect: Correct
  labelShown?: boolean
}

/** A wrong cell, corrected in place: Enter or leaving it has the line checked again. */
export function CorrectCell({ line, field, onCorrect, labelShown }: CorrectCellProps) {
  const { t } = useTranslation()
  const given = line.Cells[field] ?? ''
  const [sent, setSent] = useState(given)
  const name = t(`imports.field.${field}` as 'imports.field.Name') // every field has a name

  function send(value: string) {
    if (value.trim() === sent.trim()) return
    setSent(value)
    onCorrect({ Line: line.Line, Field: field, Value: value, Everywhere: false })
  }

  return (
    <label className="import-correct">
      <span className={labelShown ? 'faint' : 'vh'}>
        {labelShown ? name : t('imports.lines.correct', { field: name, line: line.Line })}
      </span>
      <input
        className={classNames('input', field === 'Mac' && 'mono')}
        // Another value of the cell replaces what was typed.
        key={given}
        defaultValue={given}
        aria-label={t('imports.lines.correct', { field: name, line: line.Line })}
        aria-invalid="true"
        autoComplete="off"
        spellCheck={false}
        onBlur={(event) => send(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The field is left, which sends it.
          focusNext(event.currentTarget)
        }}
      />
    </label>
  )
}

/** Goes on to the next wrong cell, since the corrected one goes away; after the last one, to the heading. */
function focusNext(from: HTMLElement): void {
  const card = from.closest('.import-lines')
  const cells = [...(card?.querySelectorAll<HTMLElement>('.import-correct input') ?? [])]
  const next = cells.find(
    (cell) => cell.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_PRECEDING && cell !== from,
  )
  const target = next ?? document.querySelector<HTMLElement>('.import h1')
  target?.focus()
}
