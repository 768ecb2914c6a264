import type { BodyOf } from '@eot/contract/endpoint'
import { type Import, imports } from '@eot/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { showToast } from '../../ui/toast.ts'

/** A corrected cell, or a line that is left out or put back. */
type LineEdit = BodyOf<typeof imports.correct> | BodyOf<typeof imports.leaveOut>

export interface LineEdits {
  edit: (edit: LineEdit) => void
  /** Whether edits are pending, or the lines are being checked again. */
  isChecking: boolean
  /** Whether some edits are still to be sent. Leaving the page would lose them. */
  isWaiting: boolean
}

/** Sends edits of lines one after the other, since each triggers another check of the file. */
export function useLineEdits(of: Import): LineEdits {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState<readonly LineEdit[]>([])
  const [checked, setChecked] = useState(of.StartedAt)
  const send = useMutation({
    mutationFn: (body: LineEdit) =>
      'Field' in body
        ? call(imports.correct, { params: { id: of.Id }, body })
        : call(imports.leaveOut, { params: { id: of.Id }, body }),
    onSuccess: (next) =>
      queryClient.setQueryData(queryOf(imports.get, { params: { id: of.Id } }).queryKey, next),
    onError: (error) => showToast(t('imports.failed', { reason: failureText(error) }), { urgent: true }),
  })
  const isReady = of.State === 'Checked' && !send.isPending
  const [next] = waiting

  useEffect(() => {
    if (!isReady || !next) return
    setWaiting((all) => all.slice(1))
    send.mutate(next)
  }, [isReady, next, send.mutate])

  useEffect(() => {
    if (of.State !== 'Checked' || of.StartedAt === checked) return
    setChecked(of.StartedAt)
    void queryClient.invalidateQueries({ queryKey: [imports.lines.path] })
    showToast(t('imports.lines.checkedAgain', { count: of.Counts.Refused }))
  }, [of, checked, queryClient, t])

  /** Ignores repeats: the cell of a corrected line stays until the check has ended, and may send its value again. */
  function edit(given: LineEdit) {
    const last = waiting.at(-1) ?? (send.isError ? undefined : send.variables)
    if (JSON.stringify(given) !== JSON.stringify(last)) setWaiting([...waiting, given])
  }

  const isWaiting = waiting.length > 0
  return { edit, isChecking: !isReady || isWaiting, isWaiting }
}
