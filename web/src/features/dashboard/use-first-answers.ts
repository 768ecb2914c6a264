import { useEffect, useState } from 'react'

interface Read {
  isPending: boolean
  failureCount: number
}

/** Whoever is slower than this does not keep back the others. */
const patienceMs = 3000

/**
 * Whether what is read of a subject can be shown: once each read has an answer or has failed, and for good from then
 * on. Shown one by one, what comes late would push down what is read already.
 */
export function useFirstAnswers(subject: string, reads: readonly Read[]): boolean {
  const [shown, setShown] = useState<string>()
  const answered = reads.every(({ isPending, failureCount }) => !isPending || failureCount > 0)
  if (answered && shown !== subject) setShown(subject)
  useEffect(() => {
    const timer = setTimeout(() => setShown(subject), patienceMs)
    return () => clearTimeout(timer)
  }, [subject])
  return answered || shown === subject
}
