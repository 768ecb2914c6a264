import './page-index.css'
import { Link } from '@tanstack/react-router'
import { PageHead } from '../../ui/page-head.tsx'
import { partTitle } from '../gate.ts'
import { useOfferedPages } from '../shell/offered-pages.ts'

interface PageLinksProps {
  path: string
  /** What each of the pages below is for, by its path. */
  about: Readonly<Record<string, string>>
}

/** Links to the pages below a page that the role permits. */
export function PageLinks({ path, about }: PageLinksProps) {
  const pages = useOfferedPages('nav').find((page) => page.path === path)?.children ?? []
  return (
    <ul className="page-index">
      {pages.map(({ path: below, icon: Icon }) => (
        <li className="card" key={below}>
          <Icon className="icon" aria-hidden="true" />
          <h2>
            <Link to={below}>{partTitle(below.split('/').at(-1) ?? '')}</Link>
          </h2>
          <p className="muted">{about[below]}</p>
        </li>
      ))}
    </ul>
  )
}

/** A page that consists only of such links. */
export function PageIndex({ title, sub, ...links }: PageLinksProps & { title: string; sub: string }) {
  return (
    <>
      <PageHead title={title} sub={sub} />
      <PageLinks {...links} />
    </>
  )
}
