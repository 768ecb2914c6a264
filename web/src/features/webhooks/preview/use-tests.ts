import type { Endpoint, RequestOf } from '@eot/contract/endpoint'
import type { WebhookTestResult } from '@eot/contract/webhooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../lib/api/failure-text.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Tested } from './test-result.tsx'

/** The receiver has 15 s; the portal waits a little longer. */
export const testTimeoutMs = 20_000

/** Sends tests and keeps their results while the page is open. */
export function useTests<Body>(send: (body: Body) => Promise<WebhookTestResult>) {
  const [tests, setTests] = useState<readonly Tested[]>([])
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (result) => setTests((before) => [{ at: Date.now(), result }, ...before]),
    onError: (error) => showToast(failureText(error), { urgent: true }),
  })
  return { tests, send: sending.mutate, isSending: sending.isPending }
}

export type BodyOf<E extends Endpoint> = RequestOf<E>['body']
