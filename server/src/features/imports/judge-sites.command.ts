import type { ImportColumn } from '@eot/contract/import-columns'
import { defaultSubscription, SiteInput, SiteUpdate } from '@eot/contract/site-fields'
import type { z } from 'zod'
import { hasPermission } from '../../access/caller.ts'
import type { FieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { CsvLine } from '../../platform/read-csv.ts'
import type { AlertsToEnd } from '../devices/index.ts'
import { listChange, type NewEvent } from '../events/index.ts'
import {
  addSubSite,
  changeInTree,
  effectiveValue,
  mayChooseSubscription,
  type SiteRow,
  siteQueries,
  siteTreeQueries,
} from '../sites/index.ts'
import {
  type AppliedLine,
  type CheckedLine,
  type ImportContext,
  ImportOutdated,
  type Judged,
  judgedAs,
  LineReader,
  requireSame,
} from './judge-line.command.ts'
import { siteBefore } from './site-before.ts'
import type { SiteNode } from './site-index.ts'

type Input = z.output<typeof SiteUpdate>

const plainFields = ['Name', 'Address', 'City', 'State', 'Zip', 'Country'] as const
const inherited = ['TimeZone', 'OrganizationType', 'SubscriptionType'] as const

const notYourSubscription = 'Only system administrators of the root site may change the subscription'

type Plan =
  | { kind: 'create'; parent: SiteNode; input: z.output<typeof SiteInput> }
  | { kind: 'change'; node: SiteNode; parent: SiteNode | null; row: SiteRow; input: Input }

type JudgedSite = Judged & {
  line: CsvLine
  plan?: Plan
  /** The current holder of the name. Another line must rename or move it. */
  holder?: SiteNode
}

const nameTaken = 'A sub-site with this name already exists'

/**
 * Judges the lines of a file of sites one by one in file order, since the parent in a line may be created by an earlier line.
 */
export class SiteLines {
  readonly #context: ImportContext
  /** The line that names each existing site. */
  readonly #named = new Map<SiteNode, number>()
  /** New sites below which lines create sites. The first such line has a warning. */
  readonly #newParents = new Set<SiteNode>()
  /** Where sites were before their lines. */
  readonly #parents = new Map<SiteNode, SiteNode | null>()
  /** Sites without a name until their own lines are applied, with the names they are known by. */
  readonly #unnamed = new Map<string, string>()

  private constructor(context: ImportContext) {
    this.#context = context
  }

  static async create(context: ImportContext): Promise<SiteLines> {
    return new SiteLines(context)
  }

  async judge(lines: readonly CsvLine[]): Promise<JudgedSite[]> {
    const judged: JudgedSite[] = []
    for (const line of lines) {
      const one = await this.#judgeOne(line)
      this.#enter(one, `line ${line.line}`)
      judged.push(one)
    }
    this.#refuseTaken(judged)
    return judged
  }

  /** Refuses lines that give a site a name that another site still has after all lines. */
  #refuseTaken(judged: JudgedSite[]): void {
    const isTaken = ({ holder, plan }: JudgedSite) =>
      holder !== undefined && plan?.kind === 'change' && isNamesake(holder, plan.node)
    // A refused site keeps its own name, which another line may want.
    for (let at = judged.findIndex(isTaken); at >= 0; at = judged.findIndex(isTaken)) {
      const one = judged[at]
      if (one?.plan?.kind !== 'change') return
      const { node, row, input } = one.plan
      const before = { name: row.name, parent: this.#parents.get(node) ?? node.parent }
      this.#context.sites.change(node, before)
      const problems = [{ Field: 'Name', Value: input.Name ?? row.name, Message: nameTaken }]
      judged[at] = {
        line: one.line,
        fate: 'Refused',
        problems,
        changes: {},
        warning: null,
        isConflict: false,
      }
    }
  }

  /** Judges a line again and applies it. Throws `ImportOutdated`. Returns the work that remains for the end. */
  async apply(
    line: CheckedLine,
  ): Promise<{ applied: AppliedLine; toEnd: AlertsToEnd[]; events: NewEvent[] }> {
    const judged = await this.#judgeOne(line)
    requireSame(line, judged)
    const { tx, caller, at } = this.#context
    const { plan } = judged
    if (!plan) throw new Error('a line that is applied has a plan')
    try {
      if (plan.kind === 'create') {
        const { id, path } = await addSubSite(tx, caller, { ...plan.input, ParentSite: plan.parent.id })
        this.#enter(judged, id)
        const applied = { line: line.line, recordId: id, before: null, version: 1 }
        return { applied, toEnd: [], events: [listChange('SitesChanged', path)] }
      }
      const { node, row, input } = plan
      const { holder } = judged
      if (holder && !this.#unnamed.has(holder.id)) {
        this.#unnamed.set(holder.id, holder.name)
        await siteTreeQueries(tx).takeName(holder.id)
      }
      const change = await changeInTree(tx, caller, row, input, at)
      this.#unnamed.delete(node.id)
      this.#enter(judged, node.id)
      const before = siteBefore(row, input)
      const applied = { line: line.line, recordId: node.id, before, version: row.version + 1 }
      return { applied, ...change }
    } catch (error) {
      if (error instanceof AppError) throw new ImportOutdated(`Line ${line.line}: ${error.message}`)
      throw error
    }
  }

  /** Call after the last line. Throws `ImportOutdated` if a site lost its name to a line and got no new one. */
  finish(): void {
    const [name] = this.#unnamed.values()
    if (name !== undefined) throw new ImportOutdated(`“${name}”: ${nameTaken}`)
  }

  /** Makes the outcome of a line known to the following lines. */
  #enter({ plan, line }: JudgedSite, id: string): void {
    const { sites } = this.#context
    if (plan?.kind === 'create')
      sites.add({ id, name: plan.input.Name, parent: plan.parent, line: line.line })
    if (plan?.kind === 'change') this.#parents.set(plan.node, plan.node.parent)
    if (plan?.kind === 'change')
      sites.change(plan.node, { name: plan.input.Name ?? plan.node.name, parent: plan.parent })
  }

  async #judgeOne(line: CsvLine): Promise<JudgedSite> {
    const { sites } = this.#context
    const reader = new LineReader(line, this.#context.fields)
    const id = reader.text('Id')
    const named = id === undefined ? undefined : sites.withId(id)
    if (id !== undefined && !named) reader.refuse('Id', 'Site not found')
    const parentText = reader.text('ParentSite')
    const parent = parentText === undefined ? (named ? named.parent : sites.top) : sites.find(parentText)
    if (parent && 'message' in parent) {
      reader.refuse('ParentSite', parent.message, parent.suggestion)
      return { ...reader.refused(), line }
    }
    const name = reader.value('Name', SiteInput.shape.Name)
    if (reader.text('Name') === undefined && !named) reader.refuse('Name', 'Please enter a name')
    const same = name === undefined || parent === null ? undefined : sites.childOf(parent, name)
    const node = named ?? same
    const holder = node && same && node !== same ? same : undefined
    if (node) this.#refuseTwice(reader, node)
    const judged =
      reader.problems.length > 0
        ? reader.refused()
        : node
          ? await this.#judgeKnown(reader, node, parent)
          : await this.#judgeNew(reader, parent ?? sites.top)
    return { ...judged, line, ...(holder && { holder }) }
  }

  #refuseTwice(reader: LineReader, node: SiteNode): void {
    const first = node.line ?? this.#named.get(node)
    if (first !== undefined && first !== reader.line) reader.refuse('Name', `Same site as line ${first}`)
    else this.#named.set(node, reader.line)
    if (node === this.#context.sites.top)
      reader.refuse('Name', 'The site that the file is imported into cannot be changed by it')
  }

  async #judgeNew(reader: LineReader, parent: SiteNode): Promise<Judged & { plan?: Plan }> {
    const given = this.#given(reader)
    if (reader.problems.length > 0) return reader.refused()
    const input = SiteInput.parse(given)
    const { SubscriptionType } = input
    // The sites above are read only for the few lines that need them.
    const isDefault = SubscriptionType === defaultSubscription
    const layers = isDefault ? [] : await this.#layersAt(parent)
    if (!mayChooseSubscription(this.#context.caller, layers, SubscriptionType)) {
      reader.refuse('SubscriptionType', notYourSubscription)
      return reader.refused()
    }
    const isFirst = parent.line !== undefined && !this.#newParents.has(parent)
    this.#newParents.add(parent)
    const warning = isFirst ? `“${parent.name}” does not exist yet; line ${parent.line} creates it` : null
    return {
      ...judgedAs('Created', { ParentSite: [null, parent.name] }, warning),
      plan: { kind: 'create', parent, input },
    }
  }

  async #judgeKnown(
    reader: LineReader,
    node: SiteNode,
    parent: SiteNode | null,
  ): Promise<Judged & { plan?: Plan }> {
    const { tx, caller } = this.#context
    const given = this.#given(reader)
    if (reader.problems.length > 0) return reader.refused()
    const queries = siteQueries(tx)
    const stored = found(await queries.findSite(ownScope(caller), node.id), 'site_not_found')
    const row = { ...stored, name: this.#unnamed.get(node.id) ?? stored.name }
    const layers = await queries.listLayers(siteIdsOf(row.path))
    const changes: FieldChanges = {}
    const input: Input = {}
    const set = (field: (typeof plainFields | typeof inherited)[number], before: string | undefined) => {
      const value = given[field]
      const isSame = field === 'TimeZone' ? value?.toLowerCase() === before?.toLowerCase() : value === before
      if (value === undefined || isSame) return
      changes[field] = [before ?? null, value]
      input[field] = value
    }
    for (const field of plainFields) set(field, row[columnOf[field]])
    for (const field of inherited)
      set(field, field === 'TimeZone' ? row.time_zone : effectiveValue(layers, field).value)
    if (input.SubscriptionType !== undefined && !hasPermission(caller, 'ManageSubscriptions'))
      reader.refuse('SubscriptionType', notYourSubscription)
    if (parent !== node.parent && parent !== null) {
      changes.ParentSite = [node.parent?.name ?? null, parent.name]
      input.ParentSite = parent.id
      if (isBelow(parent, node)) reader.refuse('ParentSite', 'A site cannot be moved below itself')
    }
    if (reader.problems.length > 0) return reader.refused()
    if (Object.keys(changes).length === 0) return judgedAs('Unchanged')
    return { ...judgedAs('Changed', changes), plan: { kind: 'change', node, parent, row, input } }
  }

  /** Reads the stored sites down to this one, or down to its last existing ancestor if the file creates it. */
  async #layersAt(node: SiteNode) {
    let stored: SiteNode | null = node
    while (stored?.line !== undefined) stored = stored.parent
    const { tx, caller } = this.#context
    const queries = siteQueries(tx)
    const row = stored ? await queries.findSite(ownScope(caller), stored.id) : undefined
    return row ? queries.listLayers(siteIdsOf(row.path)) : []
  }

  #given(reader: LineReader): Partial<Record<(typeof plainFields | typeof inherited)[number], string>> {
    const given: Partial<Record<ImportColumn, string>> = {}
    for (const field of [...plainFields, ...inherited]) {
      const value = reader.value(field, SiteUpdate.shape[field])
      if (value != null) given[field] = value
    }
    return given
  }
}

const columnOf = {
  Name: 'name',
  Address: 'address',
  City: 'city',
  State: 'state',
  Zip: 'zip',
  Country: 'country',
} as const

const isNamesake = (one: SiteNode, other: SiteNode) =>
  one !== other && one.parent === other.parent && one.name.toLowerCase() === other.name.toLowerCase()

/** Whether `node` is `top` or below it. */
function isBelow(node: SiteNode, top: SiteNode): boolean {
  for (let current: SiteNode | null = node; current; current = current.parent)
    if (current === top) return true
  return false
}
