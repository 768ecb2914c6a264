import { CircleAlert } from 'lucide-react'

/** What went wrong with a form as a whole. */
export function FormFailure({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className="err" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      {text}
    </p>
  )
}
