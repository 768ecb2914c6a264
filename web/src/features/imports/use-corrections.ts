import type { BodyOf } from '@eot/contract/endpoint'
import { type Import, imports } from '@eot/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { showToast } from '../../ui/toast.tsx'

type Correction = BodyOf<typeof imports.correct>
export type Correct = (correction: Correction) => void

/**
 * Sends corrections one after the other, since each has the file checked again. `onChecked` is called when the lines have
 * been.
 */
export function useCorrections(
  of: Import,
  onChecked: () => unknown,
): { correct: Correct; isChecking: boolean } {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState<readonly Correction[]>([])
  const [checked, setChecked] = useState(of.StartedAt)
  const send = useMutation({
    mutationFn: (body: Correction) => call(imports.correct, { params: { id: of.Id }, body }),
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
    onChecked()
    showToast(t('imports.lines.checkedAgain', { count: of.Counts.Refused }))
  }, [of, checked, onChecked, t])

  return { correct: (correction) => setWaiting((all) => [...all, correction]), isChecking: !isReady }
}
