import type { ImportLine } from '@eot/contract/imports'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { focusNext } from './focus-next.ts'
import type { LineEdits } from './use-line-edits.ts'

interface LeaveOutProps {
  line: ImportLine
  edits: LineEdits
}

/** Lines that cannot be imported, or that are left out, have a text link; others have an icon. */
const isInWords = ({ Fate }: ImportLine): boolean => Fate === 'Refused' || Fate === 'LeftOut'

/** Excludes a line that cannot be imported, or includes it again. */
export function LeaveOutLink({ line, edits }: LeaveOutProps) {
  const { t } = useTranslation()
  if (!isInWords(line)) return null
  const isOut = line.Fate === 'LeftOut'
  return (
    <button
      type="button"
      className="linkbtn"
      onClick={(event) => {
        focusNext(event.currentTarget)
        edits.edit({ Line: line.Line, LeaveOut: !isOut })
      }}
    >
      {t(isOut ? 'imports.lines.putBack' : 'imports.lines.leaveOut', { line: line.Line })}
    </button>
  )
}

/** Excludes a line that could be imported. */
export function LeaveOutIcon({ line, edits }: LeaveOutProps) {
  const { t } = useTranslation()
  if (isInWords(line)) return null
  return (
    <IconButton
      icon={X}
      size="sm"
      label={t('imports.lines.leaveOut', { line: line.Line })}
      onClick={(event) => {
        focusNext(event.currentTarget)
        edits.edit({ Line: line.Line, LeaveOut: true })
      }}
    />
  )
}
