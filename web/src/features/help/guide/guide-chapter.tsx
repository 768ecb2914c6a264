import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownLanguage } from '../../../texts/language.ts'
import { type Chapter, chapters } from './chapters.ts'
import { type GuideNode, loadChapter } from './load-chapter.ts'
import './guide.css'

/** A chapter of the guide, with links to the others. */
export function GuideChapter({ chapter }: { chapter: Chapter }) {
  const { t } = useTranslation()
  const language = shownLanguage()
  const nodes = useQuery({
    queryKey: ['guide', language, chapter],
    queryFn: () => loadChapter(chapter, language),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  return (
    <div className="help">
      <nav className="row wrap" aria-label={t('help.guide.title')}>
        <Link to="/help" search={{}} activeOptions={{ exact: true, includeSearch: true }}>
          {t('help.title')}
        </Link>
        {chapters.map((one) => (
          <Link
            key={one}
            to="/help"
            search={{ guide: one }}
            aria-current={one === chapter ? 'page' : undefined}
          >
            {t(`help.guide.${one}.title`)}
          </Link>
        ))}
      </nav>
      {nodes && createElement('article', { className: 'card guide' }, ...nodes.map(elementOf))}
    </div>
  )
}

function elementOf(node: GuideNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, children, ...attributes } = node
  // After navigation, the heading of a page gets the focus.
  const focus = tag === 'h1' && { tabIndex: -1 }
  return createElement(tag, { ...attributes, ...focus }, ...children.map(elementOf))
}
