import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { GuideNode } from './src/features/help/guide/load-chapter.ts'

const chapter = /\/docs\/guide\/.+\.md$/

/** Converts the guide's Markdown to elements at build time, so that the browser needs no Markdown parser. */
export function guide(): Plugin {
  return {
    name: 'guide',
    transform(code, id) {
      if (!chapter.test(id)) return undefined
      const pictures: string[] = []
      const elements = JSON.stringify(nodesOf(lexer(code))).replaceAll(/"src":"([^"]+)"/g, (_, path) => {
        pictures.push(path)
        return `"src":picture${pictures.length}`
      })
      const imports = pictures.map((path, index) => `import picture${index + 1} from '${path}?url'`)
      return { code: `${imports.join('\n')}\nexport default ${elements}`, map: null, moduleType: 'js' }
    },
  }
}

const nodesOf = (tokens: readonly Token[] = []): GuideNode[] => tokens.flatMap(nodesOfToken)

function nodesOfToken(token: Token): GuideNode[] {
  switch (token.type) {
    case 'space':
      return []
    case 'text':
      return token.tokens ? nodesOf(token.tokens) : [token.text]
    case 'heading':
      return [{ tag: `h${token.depth}`, children: nodesOf(token.tokens) }]
    case 'paragraph':
      return [{ tag: 'p', children: nodesOf(token.tokens) }]
    case 'strong':
    case 'em':
      return [{ tag: token.type, children: nodesOf(token.tokens) }]
    case 'codespan':
      return [{ tag: 'code', children: [token.text] }]
    case 'image':
      return [{ tag: 'img', src: token.href, alt: token.text, children: [] }]
    case 'list':
      return [listOf(token as Tokens.List)] // of this type
    case 'table':
      return [tableOf(token as Tokens.Table)] // of this type
    default:
      throw new Error(`the guide has a ${token.type}, which the portal cannot show`)
  }
}

const listOf = ({ ordered, items }: Tokens.List): GuideNode => ({
  tag: ordered ? 'ol' : 'ul',
  children: items.map(({ tokens }) => ({ tag: 'li', children: nodesOf(tokens) })),
})

const tableOf = ({ header, rows }: Tokens.Table): GuideNode => ({
  tag: 'table',
  children: [
    { tag: 'thead', children: [rowOf(header, 'th')] },
    { tag: 'tbody', children: rows.map((row) => rowOf(row, 'td')) },
  ],
})

const rowOf = (cells: readonly Tokens.TableCell[], tag: string): GuideNode => ({
  tag: 'tr',
  children: cells.map(({ tokens }) => ({ tag, children: nodesOf(tokens) })),
})
