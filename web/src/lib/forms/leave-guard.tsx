import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface LeaveGuardProps {
  active: boolean
  /** The search parameter that keeps this part open. Navigation that keeps its value loses nothing. */
  part?: string
  /** The labels of the changed fields, if known. */
  changes?: readonly string[] | undefined
  /** Defaults to a question about discarding changes. */
  words?: { title: string; text: string; verb: string }
}

/** Asks before the user leaves a page, or a part of it named in the address, if that would lose something. */
export function LeaveGuard({ active, part, changes, words }: LeaveGuardProps) {
  const { t } = useTranslation()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && !staysOpen(part, current, next),
    enableBeforeUnload: active,
    withResolver: true,
  })
  const text = changes?.length ? t('unsaved.changes', { fields: changes.join(', ') }) : t('unsaved.text')
  const shown = words ?? { title: t('unsaved.title'), text, verb: t('unsaved.discard') }
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      {...shown}
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
