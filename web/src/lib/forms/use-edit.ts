import { useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { changedFields, isUntouched } from './edit-conflict.ts'
import type { Form } from './use-form.ts'

/** The label of a field in a comparison, and how its value is formatted. */
export interface FieldWords<T> {
  label: string
  /** Omitted: the value is text or a number. */
  text?: (value: T) => string
}

export interface EditOptions<V extends object, R> {
  /** `Version` of the record as last read. */
  version: number
  /** The form's values for a record, as for `initial`. */
  values: (record: R) => V
  /** Labels and formats for the comparison with another user's edit. */
  fields: { [Name in keyof V]?: FieldWords<V[Name]> }
}

/** Another user saved the record while it was edited here. */
export interface FormConflict<V extends object> extends Pick<EditOptions<V, never>, 'fields'> {
  /** What both edits started from. */
  before: V
  mine: V
  theirs: V
  /** undefined: not known. */
  changedBy: string | undefined
  changedAt: string | undefined
  onKeepEditing: () => void
  onTakeTheirs: () => void
  onSave: (values: V) => void
}

interface Base<V> {
  version: number
  before: V
}

/** The record in an edit conflict, as its GET endpoint returns it. */
const recordIn = (error: ApiError) => error.conflict?.Current as { Version: number } // every editable record has one

const isConflictError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'edit_conflict' && error.conflict !== undefined

/**
 * Keeps the version of a record that a form is based on, and the conflict if another version was saved meanwhile. `initial` are
 * the values of the record as last read.
 */
export function useEdit<V extends object, R>(edit: EditOptions<V, R> | undefined, initial: V) {
  const base = useRef<Base<V> | undefined>(edit && { version: edit.version, before: initial })
  const [found, setFound] = useState<{ mine: V; theirs: V; version: number; by?: string; at?: string }>()

  /** Remembers an edit conflict, and returns whether the error is one. */
  function isConflict(error: unknown, mine: V): boolean {
    if (!edit || !isConflictError(error)) return false
    const { ChangedBy, ChangedAt } = error.conflict ?? {}
    const theirs = recordIn(error)
    setFound({
      mine,
      theirs: edit.values(theirs as R), // the endpoint answers with the same record
      version: theirs.Version,
      ...(ChangedBy && { by: ChangedBy.FullName }),
      ...(ChangedAt && { at: ChangedAt }),
    })
    return true
  }

  /** Continues from a newer version if it has the values that the form started from. Returns whether it does. */
  function goOnFrom(version: number, values: V): boolean {
    if (!base.current || version <= base.current.version || !isUntouched(base.current.before, values))
      return false
    base.current.version = version
    return true
  }

  function settle(take: (values: V) => void, values: V) {
    if (!found) return
    base.current = { version: found.version, before: found.theirs }
    setFound(undefined)
    take(values)
  }

  function conflictOf(form: Pick<Form<V>, 'show' | 'save'>): FormConflict<V> | undefined {
    if (!edit || !found || !base.current) return undefined
    return {
      fields: edit.fields,
      before: base.current.before,
      mine: found.mine,
      theirs: found.theirs,
      changedBy: found.by,
      changedAt: found.at,
      onKeepEditing: () => setFound(undefined),
      onTakeTheirs: () => settle(form.show, found.theirs),
      onSave: (values) => settle(form.save, values),
    }
  }

  return {
    conflictOf,
    isConflict,
    /** The labels of the fields that differ from the record; undefined for a form that creates a record. */
    changes(values: V): string[] | undefined {
      if (!edit || !base.current) return undefined
      return changedFields(base.current.before, values).map(
        (name) => edit.fields[name]?.label ?? String(name),
      )
    },
    /** Returns whether nobody changed a field of the form, so that it can be sent again based on the other version. */
    canResend(error: unknown): boolean {
      if (!edit || !isConflictError(error)) return false
      const theirs = recordIn(error)
      return goOnFrom(theirs.Version, edit.values(theirs as R)) // as above
    },
    /** The version to send; undefined for a form that creates a record. */
    version(): number | undefined {
      if (edit) goOnFrom(edit.version, initial)
      return base.current?.version
    },
    saved(record: R) {
      if (!edit) return
      base.current = { version: (record as { Version: number }).Version, before: edit.values(record) } // as above
    },
  }
}
