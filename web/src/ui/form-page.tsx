import type { ReactNode } from 'react'

interface FormPageProps {
  title: string
  /** Introduces the page in one sentence. */
  lead?: ReactNode
  children?: ReactNode
}

/** A page with a single form. Its heading gets the focus unless an input does. */
export function FormPage({ title, lead, children }: FormPageProps) {
  return (
    <div className="form-page">
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </div>
  )
}
