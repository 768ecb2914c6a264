import type { ReactNode } from 'react'

interface PageHeadProps {
  title: ReactNode
  /** One line of context below. */
  sub?: ReactNode
  actions?: ReactNode
}

/** The page's one h1; it takes the focus after a change of page. */
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
