import { useMutation } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../api/api-error.ts'
import { failureText } from '../api/failure-text.ts'
import { errorsLeft, type FieldErrors, fieldErrors } from './field-errors.ts'

export interface FormOptions<V extends object, T> {
  initial: V
  /** Returns errors by field; none: the form is submitted. Omitted: the server validates. */
  check?: (values: V) => FieldErrors<V>
  send: (values: V) => Promise<T>
  onSent: (answer: T, values: V) => void
  /** Handles a failure elsewhere than in the form. Returns whether it did. */
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
  const { initial, check = noErrors, send, onSent, onFailure, places = {} } = options
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState(noErrors<V>)
  const [failure, setFailure] = useState<string>()
  const [dirty, setDirty] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const sending = useMutation({
    mutationFn: send,
    onSuccess(answer, sent) {
      // Synchronously: leaving the page may come next, and its guard must already know that nothing is lost.
      flushSync(() => setDirty(false))
      onSent(answer, sent)
    },
    onError(error, sent) {
      if (onFailure?.(error, sent)) return
      const placed = error instanceof ApiError ? fieldErrors(error, sent, places) : noErrors<V>()
      setErrors(placed)
      setFailure(Object.keys(placed).length > 0 ? undefined : failureText(error))
    },
  })

  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

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
      const next = { ...values, ...change }
      setValues(next)
      setDirty(true)
      const left = errorsLeft(errors, values, next)
      if (Object.keys(left).length < Object.keys(errors).length) setErrors(left)
    },
    submit(event) {
      event.preventDefault()
      save(values)
    },
    show(stored) {
      setValues(stored)
      setErrors(noErrors<V>())
      setFailure(undefined)
      setDirty(false)
    },
    save(given) {
      setValues(given)
      save(given)
    },
  }
}

const noErrors = <V extends object>() => ({}) as FieldErrors<V> // every field is optional
