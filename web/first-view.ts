import type { Plugin } from 'vite'
import { en } from './src/texts/en.ts'

/** The part that every page needs, though the first script is loaded without it. */
const program = /\/src\/app\/render\.tsx$/
/** The letters of the language the portal is written in. */
const font = /geist-latin-wght-normal-[^/]*\.woff2$/

/** Puts into the document what makes the first view quick: texts of its frames, and what to fetch at once. */
export function firstView(): Plugin {
  return {
    name: 'first-view',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const told = html.replaceAll(/\{\{([\w.]+)\}\}/g, (_, key: string) => textOf(key))
        if (!bundle) return told // while it is being developed nothing is built
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = chunks.find(({ facadeModuleId, moduleIds }) =>
          [facadeModuleId ?? '', ...moduleIds].some((id) => program.test(id)),
        )
        const letters = Object.keys(bundle).find((name) => font.test(name))
        if (!first || !letters)
          throw new Error('The program or its font is not where the document expects it')
        const scripts = new Set([first.fileName, ...first.imports])
        for (const name of scripts) if (html.includes(name)) scripts.delete(name)
        return {
          html: told,
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

function textOf(key: string): string {
  const text = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], en)
  if (typeof text !== 'string') throw new Error(`There is no text ${key}`)
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
