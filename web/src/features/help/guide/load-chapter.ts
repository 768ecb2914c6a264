import type { Language } from '@eot/contract/languages'
import type { Chapter } from './chapters.ts'

/** A text, or an element with its children. */
export type GuideNode = string | { tag: string; src?: string; alt?: string; children: GuideNode[] }

const guide = '../../../../../docs/guide'
const loaders = import.meta.glob<GuideNode[]>(
  '../../../../../docs/guide/{,es/}{on-duty,managing-a-site,administering}.md',
  { import: 'default' },
)

/** Loads the content of a chapter. */
export async function loadChapter(chapter: Chapter, language: Language): Promise<GuideNode[]> {
  const load = loaders[`${guide}/${language === 'en' ? '' : `${language}/`}${chapter}.md`]
  if (!load) throw new Error(`the guide has no ${chapter} in ${language}`)
  return await load()
}
