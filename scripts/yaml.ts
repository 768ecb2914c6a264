import { createRequire } from 'node:module'

interface Parser {
  parseAllDocuments<Content>(
    text: string,
    options: { merge: boolean },
  ): { errors: Error[]; warnings: Error[]; toJS(): Content }[]
}

// No dependency of our own: the page that describes the API needs it.
const server = createRequire(new URL('../server/package.json', import.meta.url))
const { parseAllDocuments }: Parser = createRequire(server.resolve('@fastify/swagger'))('yaml')

/** Returns the documents in a YAML file, with its merge keys applied. Throws if it is not valid YAML. */
export function readYaml<Content>(text: string): Content[] {
  return parseAllDocuments<Content>(text, { merge: true }).map((document) => {
    const [fault] = [...document.errors, ...document.warnings]
    if (fault) throw fault
    return document.toJS()
  })
}
