import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOpensPage } from '../session/use-session.tsx'

/** Links from a list to the page that imports its records, for users who may open it. */
export function ImportLink({ to }: { to: '/devices/import' | '/site/sub-sites/import' }) {
  const { t } = useTranslation()
  if (!useOpensPage(to)) return null
  return (
    <Link to={to} search={{}} className="btn">
      <FileUp className="icon" aria-hidden="true" />
      {t('imports.open')}
    </Link>
  )
}
