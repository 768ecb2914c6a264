import { parseSync, Visitor } from 'vite'

/** Properties of an endpoint that only the server, its documentation and the checks of forms use. */
const unusedInPages = /^(summary|params|query|body|answer)$/

/** Methods of schemas whose arguments matter only for validation. The stand-in ignores them. */
const validating = /^(refine|superRefine|overwrite|preprocess|meta)$/

interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Removes from a module of the contract what pages do not use: the schemas and summaries of its endpoints, and the functions
 * with which schemas validate. Marks its other declarations as free of side effects, so that the build leaves out those that
 * nothing uses then.
 */
export function dropSchemas(path: string, code: string): string {
  const { program } = parseSync(path, code)
  const edits: Edit[] = []
  /** Of the arguments of schema methods. They do not keep a declaration from being marked. */
  const omitted: Edit[] = []
  new Visitor({
    CallExpression({ callee, arguments: [given], start, end }) {
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
        if (given && validating.test(callee.property.name))
          omitted.push({ start: given.start, end: end - 1, text: '' })
        return
      }
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || given?.type !== 'ObjectExpression')
        return
      const kept = given.properties.filter(
        (property) =>
          !(
            property.type === 'Property' &&
            property.key.type === 'Identifier' &&
            unusedInPages.test(property.key.name)
          ),
      )
      edits.push({ start, end: start, text: '/*#__PURE__*/ ' })
      const text = kept.map((property) => code.slice(property.start, property.end)).join(', ')
      edits.push({ start: given.start, end: given.end, text: `{ ${text} }` })
    },
  }).visit(program)
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { init } of declared.declarations) {
      if (!init || edits.some(({ start, end }) => init.start <= start && end <= init.end)) continue
      if (init.type !== 'CallExpression' && init.type !== 'ObjectExpression') continue
      edits.push({ start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' })
      edits.push({ start: init.end, end: init.end, text: '))()' })
    }
  }
  return [...edits, ...omitted]
    .filter((edit, _, all) => !all.some((other) => isWithin(edit, other)))
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: added }) => text.slice(0, start) + added + text.slice(end), code)
}

/** Returns whether an edit is in a part of the code that another one replaces. */
const isWithin = (edit: Edit, other: Edit): boolean =>
  edit !== other &&
  other.start < other.end &&
  other.start <= edit.start &&
  edit.end <= other.end &&
  edit.start < other.end
