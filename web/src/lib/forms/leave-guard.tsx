import { useBlocker } from '@tanstack/react-router'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { askBeforeLeaving } from '../leaving.ts'

/** Runs `close` at once, or if that would lose something, after the user has agreed. */
export type CloseGuard = (close: () => void) => void

interface LeaveGuardProps {
  active: boolean
  /** The search parameter that keeps this part open. Navigation that keeps its value loses nothing. */
  part?: string
  /** The labels of the changed fields, if known. */
  changes?: readonly string[] | undefined
  /** Defaults to a question about discarding changes. */
  words?: LeaveWords
  /** For a part that also closes without navigation. */
  ref?: Ref<CloseGuard>
}

export interface LeaveWords {
  title: string
  text: string
  verb: string
}

/** Asks before the user leaves a page, or a part of it named in the address, or signs out, if that would lose something. */
export function LeaveGuard({ active, part, changes, words, ref }: LeaveGuardProps) {
  const { t } = useTranslation()
  const [leave, setLeave] = useState<() => void>()
  const hasAgreed = useRef(false)
  function ask(close: () => void) {
    if (!active) return close()
    setLeave(() => () => {
      // What closes may navigate, which must not ask again.
      hasAgreed.current = true
      close()
    })
  }
  useImperativeHandle(ref, (): CloseGuard => ask)
  useEffect(() => (active ? askBeforeLeaving((then) => setLeave(() => then)) : undefined), [active])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && !hasAgreed.current && !staysOpen(part, current, next),
    enableBeforeUnload: active,
    withResolver: true,
  })
  const text = changes?.length ? t('unsaved.changes', { fields: changes.join(', ') }) : t('unsaved.text')
  const shown = words ?? { title: t('unsaved.title'), text, verb: t('unsaved.discard') }
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked' || leave !== undefined}
      onClose={() => {
        setLeave(undefined)
        blocker.reset?.()
      }}
      onConfirm={() => {
        setLeave(undefined)
        blocker.proceed?.()
        leave?.()
      }}
      {...shown}
    />
  )
}

/** Closes a part through its guard. While the part is not open, it has none. */
export function closeGuarded(guard: RefObject<CloseGuard | null>, close: () => void): void {
  if (guard.current) guard.current(close)
  else close()
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
