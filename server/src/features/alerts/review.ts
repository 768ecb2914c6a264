import { composed } from '@eot/contract/text'

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
  /** What `comment` replaces. undefined: whatever is there. */
  formerComment?: string | null | undefined
  disposition?: string | null | undefined
}

export type ReviewEvent = 'AlertConfirmed' | 'AlertUnconfirmed' | 'AlertUpdated'

/** Whether the change replaces a comment that its author has not seen. */
export function replacesUnseenComment({ comment }: Review, change: ReviewChange): boolean {
  if (change.comment === undefined || change.formerComment === undefined) return false
  // Older comments may be stored in another form of Unicode, or with spaces at their ends.
  const shown = (text: string | null | undefined) => composed(text ?? '').trim()
  return ![shown(change.formerComment), shown(change.comment)].includes(shown(comment))
}

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
