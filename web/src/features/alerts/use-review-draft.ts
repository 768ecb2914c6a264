import type { Alert, Disposition } from '@eot/contract/alerts'
import { useState } from 'react'
import type { AlertChange } from '../../domain/alerts/alert-change.ts'

/** What a user has changed and not saved yet. The rest follows the alert, which others may edit meanwhile. */
interface Draft {
  comment?: string
  /** The comment when the user began to write. */
  formerComment?: string | null | undefined
  /** The last comment sent to the server, which may not have saved it yet. */
  sentComment?: string | null | undefined
  /** null: the choice was cleared. */
  disposition?: Disposition | null | undefined
}

/** Keeps what a user writes about an alert until it is saved. */
export function useReviewDraft(alert: Alert) {
  const [draft, setDraft] = useState<Draft>({})
  const typed = draft.comment === undefined ? undefined : draft.comment.trim() || null
  const isSentShown = draft.sentComment !== undefined && draft.sentComment === alert.Comment
  // What was typed and removed again is not a change, and must not replace what others wrote in the meantime.
  const isWritten = typed !== undefined && (isSentShown || typed !== draft.formerComment)
  const written = isWritten ? typed : alert.Comment
  const disposition = draft.disposition === undefined ? alert.Disposition : draft.disposition
  const change: AlertChange = {
    ...(written === alert.Comment ? {} : { Comment: written, FormerComment: alert.Comment }),
    ...(disposition === alert.Disposition ? {} : { Disposition: disposition }),
  }
  const isReplaced = isWritten && ![draft.formerComment, draft.sentComment, written].includes(alert.Comment)
  const isCurrent = isWritten || draft.formerComment === alert.Comment
  return {
    comment: (isCurrent ? draft.comment : undefined) ?? alert.Comment ?? '',
    disposition,
    change,
    isChanged: Object.keys(change).length > 0,
    /** A comment that somebody else has saved since the user began to write. Saving overwrites it. */
    othersComment: isReplaced ? alert.Comment : null,
    setComment: (comment: string) =>
      setDraft({
        ...draft,
        formerComment: draft.comment === undefined ? alert.Comment : draft.formerComment,
        comment,
      }),
    setDisposition: (chosen: Disposition | null) => setDraft({ ...draft, disposition: chosen }),
    /** Call when `change` is sent. Returns a function to call once it is saved, which keeps what was written since. */
    send() {
      const sent = { ...draft, sentComment: isWritten ? written : undefined }
      setDraft(sent)
      const saved = isWritten ? { formerComment: written } : {}
      return () =>
        setDraft((now) => {
          if (now === sent) return {}
          const disposition = now.disposition === sent.disposition ? undefined : now.disposition
          return { ...now, ...saved, sentComment: undefined, disposition }
        })
    },
  }
}
