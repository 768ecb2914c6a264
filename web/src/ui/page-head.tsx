import type { ReactNode } from 'react'

interface PageHeadProps {
  title: ReactNode
  /** A line of context below the title. */
  sub?: ReactNode
  actions?: ReactNode
}

/** The page's only h1. It gets the focus after navigation. */
export function PageHead({ title, sub, actions }: PageHeadProps) {
  return (
    <div className="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {sub && <p className="sub">{sub}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  )
}
