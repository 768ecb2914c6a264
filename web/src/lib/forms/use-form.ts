import { useMutation } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../api/api-error.ts'
import { failureText } from '../api/failure-text.ts'
import { isEqual } from './edit-conflict.ts'
import { errorsLeft, type FieldErrors, fieldErrors } from './field-errors.ts'

export interface FormOptions<V extends object, T> {
  initial: V
  /** Returns errors by field; none: the form is submitted. Omitted: the server validates. */
  check?: (values: V) => FieldErrors<V>
  send: (values: V) => Promise<T>
  onSent: (answer: T, values: V) => void
  /**
   * The values as stored, for a form that edits a record. It can be edited while it is being saved; later changes
   * stay unsaved. Omitted: the form is disabled while it is being sent.
   */
  stored?: (answer: T) => V
  /** Closes the form after it was sent. Not called if something was changed meanwhile or the form is already closed. */
  onDone?: () => void
  /** Handles a failure outside of the form. Returns whether it did. */
  onFailure?: (error: unknown, values: V) => boolean
  /** The field for a path or error code of the server, if the names differ. */
  places?: Readonly<Record<string, keyof V & string>>
}

export interface Form<V extends object> {
  values: V
  set: (change: Partial<V>) => void
  errors: FieldErrors<V>
  /** An error that belongs to no field. */
  failure: string | undefined
  busy: boolean
  /** Something was entered and not saved yet. */
  dirty: boolean
  element: RefObject<HTMLFormElement | null>
  submit: (event: SubmitEvent) => void
  /** Shows values that are stored already. */
  show: (values: V) => void
  /** Shows and submits values. */
  save: (values: V) => void
}

/**
 * The state of a form. Errors, from validation here or on the server, are shown at the fields; the first one gets the
 * focus.
 */
export function useForm<V extends object, T>(options: FormOptions<V, T>): Form<V> {
  const { initial, check = noErrors, send, onSent, stored, onDone, onFailure, places = {} } = options
  const [values, setValues] = useState(initial)
  const latest = useRef(values)
  const isOpen = useRef(true)
  const [errors, setErrors] = useState(noErrors<V>)
  const [failure, setFailure] = useState<string>()
  const [dirty, setDirty] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const sending = useMutation({
    mutationFn: send,
    onSuccess(answer, sent) {
      const unsaved = changesOf(sent, latest.current)
      // Synchronously: leaving the page may come next, and its guard must already know whether something is lost.
      flushSync(() => {
        if (stored) enter({ ...stored(answer), ...unsaved })
        setDirty(unsaved !== undefined)
      })
      onSent(answer, sent)
      if (isOpen.current && !unsaved) onDone?.()
    },
    onError(error, sent) {
      if (onFailure?.(error, sent)) return
      const placed = error instanceof ApiError ? fieldErrors(error, sent, places) : noErrors<V>()
      setErrors(placed)
      setFailure(Object.keys(placed).length > 0 ? undefined : failureText(error))
    },
  })

  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  function enter(next: V) {
    latest.current = next
    setValues(next)
  }

  function save(given: V) {
    if (sending.isPending) return
    const wrong = check(given)
    setErrors(wrong)
    setFailure(undefined)
    if (Object.keys(wrong).length === 0) sending.mutate(given)
  }

  return {
    values,
    errors,
    dirty,
    element,
    busy: sending.isPending,
    failure,
    set(change) {
      if (sending.isPending && !stored) return
      const before = latest.current
      const next = { ...before, ...change }
      enter(next)
      setDirty(true)
      const left = errorsLeft(errors, before, next)
      if (Object.keys(left).length < Object.keys(errors).length) setErrors(left)
    },
    submit(event) {
      event.preventDefault()
      save(values)
    },
    show(given) {
      enter(given)
      setErrors(noErrors<V>())
      setFailure(undefined)
      setDirty(false)
    },
    save(given) {
      enter(given)
      save(given)
    },
  }
}

/** The fields that have changed; undefined: none. */
function changesOf<V extends object>(before: V, after: V): Partial<V> | undefined {
  const changed = Object.entries(after).filter(([name, value]) => !isEqual(before[name as keyof V], value)) // its own keys
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<V>) : undefined // some of its fields
}

const noErrors = <V extends object>() => ({}) as FieldErrors<V> // every field is optional
