import { Link, useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { partTitle } from '../gate.ts'

/** A page is permitted only if the pages above it are, so these exist. */
const pathOf = (parts: readonly string[]) => `/${parts.join('/')}` as '/'

/** The page within the current site: a title for each part of the path; the last one is not a link (spec 2). */
export function PageCrumbs() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const parts = pathname.split('/').filter(Boolean)
  return (
    <nav className="crumbs page-crumbs" aria-label={t('shell.pageNav')}>
      {parts.map((part, index) => (
        <Fragment key={part}>
          <span className="sep" aria-hidden="true">
            /
          </span>
          {index < parts.length - 1 ? (
            <Link to={pathOf(parts.slice(0, index + 1))}>{partTitle(part)}</Link>
          ) : (
            <span aria-current="page">{partTitle(part)}</span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
