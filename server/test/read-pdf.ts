import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether the tools for reading a PDF are installed (poppler-utils). Otherwise, tests that need them are skipped. */
export const canReadPdfs = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
)

async function read(command: string, options: readonly string[], pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'))
  try {
    const file = join(folder, 'read.pdf')
    await writeFile(file, pdf)
    const { stdout, stderr } = await run(
      command,
      [...options, file, ...(command === 'pdftotext' ? ['-'] : [])],
      {
        maxBuffer: 64 * 1024 * 1024,
      },
    )
    if (stderr !== '') throw new Error(`${command} reports: ${stderr}`)
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the text in the order of its tags, as one line. */
export const textOf = async (pdf: Buffer): Promise<string> =>
  (await read('pdftotext', ['-enc', 'UTF-8'], pdf)).replaceAll(/\s+/g, ' ')

/** Returns the tree of tags, with the text of each. */
export const structureOf = (pdf: Buffer): Promise<string> => read('pdfinfo', ['-struct-text'], pdf)

export const factsOf = (pdf: Buffer): Promise<string> => read('pdfinfo', [], pdf)
export const linksIn = (pdf: Buffer): Promise<string> => read('pdfinfo', ['-url'], pdf)
export const fontsIn = (pdf: Buffer): Promise<string> => read('pdffonts', [], pdf)
