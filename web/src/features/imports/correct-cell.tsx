import { type Import, type ImportColumn, type ImportLine, importColumns } from '@eot/contract/imports'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { focusNext } from './focus-next.ts'
import { SiteCell } from './site-cell.tsx'
import type { LineEdits } from './use-line-edits.ts'

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
  edits: LineEdits
}

/** What can be done about the problems of a line: suggested values, and the wrong cells of other columns. */
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

/** A wrong cell, corrected in place. A site is chosen. */
export function CorrectCell({ labelShown = false, ...rest }: CorrectCellProps) {
  const { field } = rest
  if (field === 'Site' || field === 'SiteId')
    return <SiteCell {...rest} field={field} labelShown={labelShown} />
  return <TextCell {...rest} labelShown={labelShown} />
}

/** Enter, or leaving the cell, has the line checked again. */
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
          // The field is left, which sends it. The key must not open the list of sites that may come next.
          event.preventDefault()
          focusNext(event.currentTarget)
        }}
      />
    </label>
  )
}
