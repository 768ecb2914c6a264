import { type RefObject, useEffect } from 'react'

/** Submits a form as soon as its code is whole, once for each time it becomes so. */
export function useSubmitWhole(form: RefObject<HTMLFormElement | null>, isWhole: boolean): void {
  useEffect(() => {
    if (isWhole) form.current?.requestSubmit()
  }, [form, isWhole])
}
