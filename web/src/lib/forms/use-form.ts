import { useMutation } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../api/api-error.ts'
import { failureText } from '../api/failure-text.ts'
import { errorsLeft, type FieldErrors, fieldErrors } from './field-errors.ts'

export interface FormOptions<V extends object, T> {
  initial: V
  /** What is wrong by field; nothing: it is sent. Absent: sending checks it. */
  check?: (values: V) => FieldErrors<V>
  send: (values: V) => Promise<T>
  onSent: (answer: T) => void
  /** The field that a path or an error code of the server belongs to, where their names differ. */
  places?: Readonly<Record<string, keyof V & string>>
}

export interface Form<V extends object> {
  values: V
  set: (change: Partial<V>) => void
  errors: FieldErrors<V>
  /** What went wrong and belongs to no field. */
  failure: string | undefined
  busy: boolean
  /** Something was entered that has not been saved. */
  dirty: boolean
  element: RefObject<HTMLFormElement | null>
  submit: (event: SubmitEvent) => void
}

/** State of a form: checked here, then by the server; both put their errors on the fields, and the first gets the focus. */
export function useForm<V extends object, T>(options: FormOptions<V, T>): Form<V> {
  const { initial, check = noErrors, send, onSent, places = {} } = options
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState(noErrors<V>)
  const [failure, setFailure] = useState<string>()
  const [dirty, setDirty] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const sending = useMutation({
    mutationFn: send,
    onSuccess(answer) {
      // At once: what follows may leave the page, whose guard must know by then that nothing is lost.
      flushSync(() => setDirty(false))
      onSent(answer)
    },
    onError(error, sent) {
      const placed = error instanceof ApiError ? fieldErrors(error, sent, places) : noErrors<V>()
      setErrors(placed)
      setFailure(Object.keys(placed).length > 0 ? undefined : failureText(error))
    },
  })

  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

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
      if (sending.isPending) return
      const wrong = check(values)
      setErrors(wrong)
      setFailure(undefined)
      if (Object.keys(wrong).length === 0) sending.mutate(values)
    },
  }
}

const noErrors = <V extends object>() => ({}) as FieldErrors<V> // every field may be left out
