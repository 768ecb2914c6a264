import type { Import, ImportFate, ImportLine } from '@eot/contract/imports'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageText } from '../../texts/problem-text.ts'
import { canCorrect } from './correct-cell.tsx'

/** The field with the place of a record, by kind. */
export const placeField = { Devices: 'Site', Sites: 'ParentSite' } as const

/** The new site of a device or new parent of a site, with the present one. */
export function Place({ kind, line }: { kind: Import['Kind']; line: ImportLine }) {
  const field = placeField[kind]
  const change = line.Changes[field]
  if (!change) return line.Cells[field] ?? ''
  const [before, after] = change.map(textOf)
  return before ? <BeforeAfter before={before} after={after ?? ''} /> : after
}

/** The site of a line that creates a device, or the parent of one that creates a site. */
export const nameOfPlace = (kind: Import['Kind'], line: ImportLine): string =>
  textOf(line.Changes[placeField[kind]]?.[1])

const places = ['Site', 'ParentSite']
/** Changed fields that the table shows in a column of their own. */
const shownElsewhere: Record<ImportFate, readonly string[]> = {
  Created: [...places, 'Model'],
  Changed: places,
  Unchanged: places,
  Refused: places,
  LeftOut: places,
}

/** The problems of a line, or the other fields it sets. */
export function Why({ of, line }: { of: Import; line: ImportLine }) {
  const { t } = useTranslation()
  const nameOf = (field: string) =>
    field === '' ? t('imports.lines.whole') : t(`imports.field.${field}` as 'imports.field.Name')
  if (line.Fate === 'Refused')
    return line.Problems.map(({ Field, Value, Message }) => (
      <span key={`${Field} ${Message}`} className="fg-critical">
        {messageText(Message)}
        {Value !== '' && !Message.includes(Value) && !canCorrect(of, line, Field) && (
          <>
            {' '}
            <span className="faint">
              {nameOf(Field)} “{Value}”
            </span>
          </>
        )}
      </span>
    ))
  const others = Object.entries(line.Changes).filter(([field]) => !shownElsewhere[line.Fate].includes(field))
  const changes = others.map(([field, [before, after]]) => (
    <span key={field}>
      <span className="faint">{nameOf(field)}</span>{' '}
      {line.Fate === 'Created' ? (
        textOf(after)
      ) : (
        <BeforeAfter before={textOf(before) || '–'} after={textOf(after)} />
      )}
    </span>
  ))
  return (
    <>
      {line.Fate === 'Unchanged' && <span className="faint">{t('imports.lines.same')}</span>}
      {line.Warning !== null && <span>{messageText(line.Warning)}</span>}
      {changes}
    </>
  )
}

export function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <span className="import-change">
      <del>{before}</del>
      <ArrowRight className="icon icon-sm" aria-hidden="true" />
      <ins>{after}</ins>
    </span>
  )
}

/** A value of a change as text: named records by name. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && 'Name' in value) return String(value.Name)
  // An expiration is usually a date.
  if (typeof value === 'string' && value.endsWith('T00:00:00.000Z')) return value.slice(0, 10)
  return String(value)
}
