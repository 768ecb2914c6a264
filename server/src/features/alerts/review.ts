/** What people have recorded about an alert. */
export interface Review {
  confirmed: boolean
  confirmedBy: string | null
  confirmedAt: Date | null
  comment: string | null
  disposition: string | null
}

export interface ReviewChange {
  confirmed?: boolean | undefined
  comment?: string | null | undefined
  disposition?: string | null | undefined
}

export type ReviewEvent = 'AlertConfirmed' | 'AlertUnconfirmed' | 'AlertUpdated'

/**
 * Returns the review after a change and the event it causes, or undefined if nothing changes. Confirming never ends an
 * alert, and confirming again keeps the first confirmation.
 */
export function changeReview(
  review: Review,
  change: ReviewChange,
  by: { userId: string; at: Date },
): { review: Review; event: ReviewEvent } | undefined {
  const confirmed = change.confirmed ?? review.confirmed
  const isTurned = confirmed !== review.confirmed
  const next: Review = {
    confirmed,
    confirmedBy: isTurned ? (confirmed ? by.userId : null) : review.confirmedBy,
    confirmedAt: isTurned ? (confirmed ? by.at : null) : review.confirmedAt,
    comment: change.comment === undefined ? review.comment : change.comment || null,
    disposition: change.disposition === undefined ? review.disposition : change.disposition,
  }
  if (isTurned) return { review: next, event: confirmed ? 'AlertConfirmed' : 'AlertUnconfirmed' }
  const isChanged = next.comment !== review.comment || next.disposition !== review.disposition
  return isChanged ? { review: next, event: 'AlertUpdated' } : undefined
}
