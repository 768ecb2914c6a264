import { type Language, languages } from '@eot/contract/languages'
import type { Plugin } from 'vite'
import { en } from './src/texts/en.ts'
import { signIn } from './src/texts/es/sign-in.ts'

/** The texts of the placeholder frames. before-paint.js chooses the language, by the `lang` of the document. */
const texts = { en, es: { signIn } }

/** The modules that every page needs, although the first script is loaded without them, in order of their use. */
const early = [/\/src\/app\/draw-first-view\.ts$/, /\/src\/app\/render\.tsx$/]
/** The font file with Latin letters, the script the portal is written in. */
const font = /geist-latin-wght-normal-[^/]*\.woff2$/

/** Adds to the document what makes the first view fast: the texts of its placeholder frames and preload links. */
export function firstView(): Plugin {
  return {
    name: 'first-view',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const page = html.replaceAll(/\{\{([\w.]+)\}\}/g, (_, key: string) =>
          languages.map((language) => `<span lang="${language}">${textOf(key, language)}</span>`).join(''),
        )
        if (!bundle) return page // the development server has no bundle
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = early.map((module) =>
          chunks.find(({ facadeModuleId, moduleIds }) =>
            [facadeModuleId ?? '', ...moduleIds].some((id) => module.test(id)),
          ),
        )
        const letters = Object.keys(bundle).find((name) => font.test(name))
        if (first.includes(undefined) || !letters)
          throw new Error('The program or its font is missing from the bundle')
        const scripts = new Set(first.flatMap((chunk) => (chunk ? [chunk.fileName, ...chunk.imports] : [])))
        for (const name of scripts) if (html.includes(name)) scripts.delete(name)
        return {
          html: page,
          tags: [
            link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${letters}`, crossorigin: '' }),
            ...[...scripts].map((name) => link({ rel: 'modulepreload', href: `/${name}`, crossorigin: '' })),
          ],
        }
      },
    },
  }
}

const link = (attrs: Record<string, string>) => ({ tag: 'link', attrs, injectTo: 'head' as const })

function textOf(key: string, language: Language): string {
  const text = key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], texts[language])
  if (typeof text !== 'string') throw new Error(`Unknown text ${key}`)
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
