import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createElement, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../domain/panel.tsx'
import { shownLanguage } from '../../../texts/language.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Chapter, chapters } from './chapters.ts'
import { type GuideNode, loadChapter } from './load-chapter.ts'
import './guide.css'

/** A chapter of the guide, with links to the others. */
export function GuideChapter({ chapter }: { chapter: Chapter }) {
  const { t } = useTranslation()
  const language = shownLanguage()
  const query = useQuery({
    queryKey: ['guide', language, chapter],
    queryFn: () => loadChapter(chapter, language),
    staleTime: Number.POSITIVE_INFINITY,
  })
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
      <Panel query={query} className="" skeleton={<Skeleton height={480} />}>
        {(nodes) => <ChapterText key={chapter} nodes={nodes} />}
      </Panel>
    </div>
  )
}

function ChapterText({ nodes }: { nodes: readonly GuideNode[] }) {
  const ref = useRef<HTMLElement>(null)
  // The link that led here is no longer on the page, so the heading gets the focus.
  useEffect(() => ref.current?.querySelector('h1')?.focus({ preventScroll: true }), [])
  return createElement('article', { className: 'card guide', ref }, ...nodes.map(elementOf))
}

function elementOf(node: GuideNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, children, ...attributes } = node
  const focus = tag === 'h1' && { tabIndex: -1 }
  return createElement(tag, { ...attributes, ...focus }, ...children.map(elementOf))
}
