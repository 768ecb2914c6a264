import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface LeaveGuardProps {
  active: boolean
  /** The name in the query that keeps this part open: going on with the same value loses nothing. */
  part?: string
  /** Absent: that what was entered would be lost. */
  words?: { title: string; text: string; verb: string }
}

/** Asks before a page, or a part of it that the address names, is left while something would be lost. */
export function LeaveGuard({ active, part, words }: LeaveGuardProps) {
  const { t } = useTranslation()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && !staysOpen(part, current, next),
    enableBeforeUnload: active,
    withResolver: true,
  })
  const said = words ?? { title: t('unsaved.title'), text: t('unsaved.text'), verb: t('unsaved.discard') }
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      {...said}
    />
  )
}

interface Place {
  pathname: string
  search: unknown
}

function staysOpen(part: string | undefined, current: Place, next: Place): boolean {
  if (part === undefined || current.pathname !== next.pathname) return false
  return (
    partOf(current.search, part) !== undefined && partOf(current.search, part) === partOf(next.search, part)
  )
}

const partOf = (search: unknown, part: string): unknown => (search as Record<string, unknown>)[part] // a parsed query is an object
