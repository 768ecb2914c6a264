import { type RefObject, useEffect } from 'react'

/** Submits a form as soon as its code is complete, and again whenever another code is complete. */
export function useSubmitWhole(form: RefObject<HTMLFormElement | null>, whole: string | undefined): void {
  useEffect(() => {
    if (whole !== undefined) form.current?.requestSubmit()
  }, [form, whole])
}
