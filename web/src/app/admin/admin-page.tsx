import './admin.css'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/page-head.tsx'
import { partTitle } from '../gate.ts'
import { useOfferedPages } from '../shell/offered-pages.ts'

/** Links to the administration pages that the role permits. */
export function AdminPage() {
  const { t } = useTranslation()
  const pages = useOfferedPages('nav').find((page) => page.path === '/admin')?.children ?? []
  const about: Readonly<Record<string, string>> = t('admin.pages', { returnObjects: true })
  return (
    <>
      <PageHead title={t('admin.title')} sub={t('admin.sub')} />
      <ul className="admin-pages">
        {pages.map(({ path, icon: Icon }) => (
          <li className="card" key={path}>
            <Icon className="icon" aria-hidden="true" />
            <h2>
              <Link to={path}>{partTitle(path.split('/').at(-1) ?? '')}</Link>
            </h2>
            <p className="muted">{about[path]}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
