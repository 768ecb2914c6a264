import { type ImportColumn, importColumns } from '@eot/contract/import-columns'
import type { Import, ImportLine } from '@eot/contract/imports'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { focusNext } from './focus-next.ts'
import { SiteCell } from './site-cell.tsx'
import type { LineEdits } from './use-line-edits.ts'

/** Returns whether a cell of the line is invalid. A field without a column in the file has no cell. */
export const canCorrect = ({ Columns }: Import, { Fate, Problems }: ImportLine, field: string): boolean =>
  Fate === 'Refused' &&
  Problems.some(({ Field }) => Field === field) &&
  Columns.some(({ Field }) => Field === field)

interface CorrectionsProps {
  of: Import
  line: ImportLine
  /** Fields that are corrected elsewhere. Suggestions for them are shown here too. */
  apartFrom: readonly ImportColumn[]
  edits: LineEdits
}

/** Remedies for the problems of a line: suggested values, and the invalid cells of other columns. */
export function Corrections({ of, line, apartFrom, edits }: CorrectionsProps) {
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
              edits.edit({ Line: line.Line, Field: field, Value: suggestion, Everywhere: true })
            }}
          >
            {t('imports.lines.use', { name: suggestion })}
          </button>
        )}
        {!apartFrom.includes(field) && (
          <CorrectCell of={of} line={line} field={field} edits={edits} labelShown />
        )}
      </span>
    )
  })
}

interface CorrectCellProps {
  of: Import
  line: ImportLine
  field: ImportColumn
  edits: LineEdits
  labelShown?: boolean
}

/** An invalid cell, corrected in place. A site is chosen from a list. */
export function CorrectCell({ labelShown = false, ...rest }: CorrectCellProps) {
  const { field } = rest
  if (field === 'Site' || field === 'SiteId')
    return <SiteCell {...rest} field={field} labelShown={labelShown} />
  return <TextCell {...rest} labelShown={labelShown} />
}

/** Enter, or leaving the cell, triggers another check of the line. */
function TextCell({ line, field, edits, labelShown }: CorrectCellProps) {
  const { t } = useTranslation()
  const given = line.Cells[field] ?? ''
  const name = t(`imports.field.${field}` as 'imports.field.Name') // every field has a name

  function send(value: string) {
    if (value.trim() === given.trim()) return
    edits.edit({ Line: line.Line, Field: field, Value: value, Everywhere: false })
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
          // Leaving the field sends its value. The key must not open the list of sites that may get the focus next.
          event.preventDefault()
          focusNext(event.currentTarget)
        }}
      />
    </label>
  )
}
