import { CircleAlert } from 'lucide-react'

/** An error that concerns the form as a whole. */
export function FormFailure({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className="err" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      {text}
    </p>
  )
}
