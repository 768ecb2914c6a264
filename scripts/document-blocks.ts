/** A block of commands in a document. */
export interface CommandBlock {
  language: 'sh' | 'sql'
  code: string
  /** The line of its fence, from 1. */
  line: number
  /** The headings of levels 2 and 3 that it is under; empty if there is none. */
  section: string
  step: string
  /** Why the drill does not run it, from a comment above the block. */
  notRun: string | undefined
  /** Its expected output, from a block below it. "…" stands for anything. */
  prints: string | undefined
}

/** Lists the blocks of commands in a document, in order. */
export function listCommandBlocks(document: string): CommandBlock[] {
  const blocks: CommandBlock[] = []
  let section = ''
  let step = ''
  let notRun: string | undefined
  /** The last block, as long as only empty lines have followed it. */
  let above: CommandBlock | undefined
  const lines = document.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const language = /^```(\S*)/.exec(line)?.[1]
    if (language === undefined) {
      above = undefined
      notRun = /^<!-- not run: (.+) -->$/.exec(line)?.[1]
      const [, level, title = ''] = /^(##|###) (.+)$/.exec(line) ?? []
      if (level === '##') [section, step] = [title, '']
      else if (level) step = title
      continue
    }
    const end = lines.indexOf('```', at + 1)
    const content = lines.slice(at + 1, end).join('\n')
    if (language === 'sh' || language === 'sql') {
      above = { language, code: content, line: at + 1, section, step, notRun, prints: undefined }
      blocks.push(above)
    } else if (language === 'text' && above) above.prints = content
    notRun = undefined
    at = end
  }
  return blocks
}

export const drillSection = 'From nothing to three nodes with TLS'
