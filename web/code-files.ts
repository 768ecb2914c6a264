import { type Language, languages } from '@eot/contract/languages'
import type { Plugin } from 'vite'
import type { CodeFiles } from './src/app/fetch-code-ahead.ts'

/** Lists the scripts and styles of the build in `code.json`, so that the portal can fetch them before they are needed. */
export function codeFiles(): Plugin {
  return {
    name: 'code-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const list: CodeFiles = {
          all: [],
          ...Object.fromEntries(languages.map((language) => [language, []])),
        }
        for (const file of Object.values(bundle)) {
          if (!/\.(js|css)$/.test(file.fileName)) continue
          const language = file.type === 'chunk' ? languageOf(file.moduleIds) : undefined
          list[language ?? 'all']?.push(`/${file.fileName}`)
        }
        this.emitFile({ type: 'asset', fileName: 'code.json', source: JSON.stringify(list) })
      },
    },
  }
}

/** Returns the language if all of these modules are texts or chapters of the guide in it, else undefined. */
function languageOf(modules: readonly string[]): Language | undefined {
  const found = new Set(modules.filter((id) => !id.endsWith('?url')).map(languageOfModule))
  return languages.find((language) => found.size === 1 && found.has(language))
}

function languageOfModule(id: string): string | undefined {
  if (/\/docs\/guide\/[^/]+\.md$/.test(id)) return 'en'
  return /\/(?:src\/texts\/|docs\/guide\/|shown-names-)([a-z]{2})(?:\/|\.ts$)/.exec(id)?.[1]
}
