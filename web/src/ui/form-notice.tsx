import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** A message about the result of an earlier page. */
export function FormNotice({ children }: { children: ReactNode }) {
  return (
    <p className="form-notice" role="status">
      <CircleCheck className="icon fg-ok" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
