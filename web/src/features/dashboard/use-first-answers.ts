import { useEffect, useState } from 'react'

interface Read {
  isPending: boolean
  failureCount: number
}

/** A slower request does not hold up the others. */
const patienceMs = 3000

/**
 * Returns whether the data of a subject can be shown: once every query has loaded or failed, or after a timeout, and from then
 * on. Shown one by one, late data would push down what is already being read.
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
