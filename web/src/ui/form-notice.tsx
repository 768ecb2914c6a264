import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** What has been done, where the page goes on with something else. */
export function FormNotice({ children }: { children: ReactNode }) {
  return (
    <p className="form-notice" role="status">
      <CircleCheck className="icon fg-ok" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
