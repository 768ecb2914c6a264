import { DeviceInput } from '@eot/contract/device-input'
import { Mac } from '@eot/contract/mac'
import { z } from 'zod'
import type { FieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { isWithin } from '../../access/site-path.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { CsvLine } from '../../platform/read-csv.ts'
import {
  type DeviceColumns,
  type DeviceRow,
  defaultModelId,
  deviceChanges,
  deviceQueries,
  isSameDevice,
  modelQueries,
  type NewDevice,
  opensClaim,
} from '../devices/index.ts'
import { type ImportContext, type Judged, judgedAs, LineReader } from './judge-line.command.ts'
import { type KnownDevice, listDevicesByMac } from './known-devices.queries.ts'
import { NamesAtSites } from './names-at-sites.ts'

/** The writes of a line when it is applied. */
export type DevicePlan =
  | { kind: 'create'; device: NewDevice }
  | { kind: 'change'; before: DeviceRow; columns: DeviceColumns }

export type JudgedDevice = Judged & { line: CsvLine; plan?: DevicePlan }

export const tooManyConflicts =
  'Too many hardware addresses in your last files are taken by devices elsewhere. Try again in an hour.'
const taken = 'A device with this hardware address already exists'
const notClaimable = 'This device cannot be claimed'

export const yesOrNo = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', 'yes', 'no', '1', '0'], 'Expected yes or no'))
  .transform((text) => ['true', 'yes', '1'].includes(text))

/** A date, which means its start in UTC, or an instant as in the exports. */
const isDate = (text: string) => z.iso.date().safeParse(text).success
const isInstant = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success
const expiration = z
  .string()
  .refine((text) => isDate(text) || isInstant(text), 'Expected a date such as 2030-12-31')
  .transform((text) => new Date(isDate(text) ? `${text}T00:00:00Z` : text))

type Models = Awaited<ReturnType<ReturnType<typeof modelQueries>['listModels']>>

interface Wanted {
  reader: LineReader
  line: CsvLine
  mac: string
}

/** Judges the lines of a file of devices, batch by batch in the order of the file. */
export class DeviceLines {
  readonly #context: ImportContext
  readonly #isLocking: boolean
  readonly #models: Models
  /** The line of each address, stored as a number to save memory. */
  readonly #seen = new Map<number, number>()
  readonly #names = new NamesAtSites()

  private constructor(context: ImportContext, isLocking: boolean, models: Models) {
    this.#context = context
    this.#isLocking = isLocking
    this.#models = models
  }

  /** With `isLocking`, devices that lines change stay locked until the transaction ends. */
  static async create(context: ImportContext, isLocking = false): Promise<DeviceLines> {
    return new DeviceLines(context, isLocking, await modelQueries(context.tx).listModels())
  }

  async judge(lines: readonly CsvLine[]): Promise<JudgedDevice[]> {
    const wanted = lines.map((line) => this.#read(line))
    const macs = wanted.flatMap((one) => ('mac' in one ? [one.mac] : []))
    const known = new Map(
      (await listDevicesByMac(this.#context.tx, macs)).map((device) => [device.mac, device]),
    )
    const queries = deviceQueries(this.#context.tx)
    const ids = [...known.values()].map(({ id }) => id)
    const rows =
      ids.length === 0
        ? []
        : await (this.#isLocking ? queries.holdDevicesByIds(ids) : queries.listDevicesByIds(ids))
    const rowById = new Map(rows.map((row) => [row.id, row]))
    return wanted.map((one) => {
      if (!('mac' in one)) return one
      const device = known.get(one.mac)
      const judged = device ? this.#judgeKnown(one, device, rowById.get(device.id)) : this.#judgeNew(one)
      return { ...judged, line: one.line }
    })
  }

  /** Returns the lines with addresses other than those of devices that the user may see. */
  async withoutOwn<Line extends CsvLine>(lines: readonly Line[]): Promise<Line[]> {
    const addressed = lines.flatMap((line) => {
      const mac = new LineReader(line, this.#context.fields).value('Mac', Mac)
      return mac === undefined ? [] : [{ line, mac }]
    })
    const known = await listDevicesByMac(
      this.#context.tx,
      addressed.map(({ mac }) => mac),
    )
    const rows = await deviceQueries(this.#context.tx).listDevicesByIds(known.map(({ id }) => id))
    const own = new Set(rows.filter(({ sitePath }) => this.#isVisible(sitePath)).map(({ mac }) => mac))
    return addressed.flatMap(({ line, mac }) => (own.has(mac) ? [] : [line]))
  }

  /** Refuses a line without revealing whether its address is taken. */
  refuseUnjudged(line: CsvLine): JudgedDevice {
    const reader = new LineReader(line, this.#context.fields)
    reader.refuse('Mac', tooManyConflicts)
    return { ...reader.refused(), line }
  }

  #read(line: CsvLine): Wanted | JudgedDevice {
    const reader = new LineReader(line, this.#context.fields)
    const mac = reader.value('Mac', Mac)
    if (reader.text('Mac') === undefined) reader.refuse('Mac', 'Please enter the hardware address')
    if (mac === undefined) return { ...reader.refused(), line }
    const key = Number.parseInt(mac.replaceAll(':', ''), 16)
    const first = this.#seen.get(key)
    if (first === undefined) this.#seen.set(key, line.line)
    else reader.refuse('Mac', `Same address as line ${first}`)
    return first === undefined ? { reader, line, mac } : { ...reader.refused(), line }
  }

  #judgeNew({ reader, mac }: Wanted): Judged & { plan?: DevicePlan } {
    if (reader.text('Name') === undefined) reader.refuse('Name', 'Please enter a name')
    // Refused like the address of another customer, so that guessing claim codes does not reveal which addresses exist.
    if (reader.text('ClaimCode') !== undefined) this.#refuseForeign(reader)
    const given = this.#given(reader)
    const model = given.model ?? this.#models.find(({ id }) => id === defaultModelId)
    const site = given.site ?? this.#context.sites.top
    if (!model) reader.refuse('Model', 'Model not found')
    if (!model || reader.problems.length > 0) return reader.refused()
    if (!model.isActive) reader.refuse('Model', 'This model is retired')
    if (reader.problems.length > 0) return reader.refused()
    const device: NewDevice = {
      id: uuidv7(),
      mac,
      name: given.name ?? '',
      modelId: model.id,
      siteId: site.id,
      isActive: given.isActive ?? true,
      isReturned: given.isReturned ?? false,
      expiresAt: given.expiresAt ?? null,
      settings: {},
      keyHash: null,
      claimCodeHash: null,
    }
    const changes: FieldChanges = {
      Site: [null, { Id: site.id, Name: site.name }],
      Model: [null, model.name],
      ...(!device.isActive && { IsActive: [null, false] }),
      ...(device.isReturned && { RMA: [null, true] }),
      ...(device.expiresAt && { Expiration: [null, device.expiresAt.toISOString()] }),
    }
    const first = this.#names.lineBefore(site.id, device.name, reader.line)
    const warning =
      first === undefined ? null : `Second “${device.name}” at this site; the first is on line ${first}`
    return { ...judgedAs('Created', changes, warning), plan: { kind: 'create', device } }
  }

  #judgeKnown(
    { reader }: Wanted,
    { claimCodeHash }: KnownDevice,
    before: DeviceRow | undefined,
  ): Judged & { plan?: DevicePlan } {
    const isOwn = before !== undefined && this.#isVisible(before.sitePath)
    // Without a claim code, a file of guessed addresses could claim the operator's inventory.
    const isClaimed =
      !isOwn &&
      before !== undefined &&
      this.#isClaimable(before) &&
      claimCodeHash !== null &&
      opensClaim(claimCodeHash, reader.text('ClaimCode'))
    if (!before || !(isOwn || isClaimed)) this.#refuseForeign(reader)
    const given = this.#given(reader)
    if (!before || reader.problems.length > 0) return reader.refused()
    if (given.model && !given.model.isActive && given.model.id !== before.modelId) {
      reader.refuse('Model', 'This model is retired')
      return reader.refused()
    }
    // A claimed device gets the site that a new one would get; the others stay where they are.
    const site = given.site ?? (isClaimed ? this.#context.sites.top : undefined)
    const columns: DeviceColumns = {
      name: given.name ?? before.name,
      siteId: site?.id ?? before.siteId,
      modelId: given.model?.id ?? before.modelId,
      isActive: given.isActive ?? before.isActive,
      isReturned: given.isReturned ?? before.isReturned,
      expiresAt: given.expiresAt ?? before.expiresAt,
      settings: before.settings,
    }
    if (isSameDevice(columns, before)) return judgedAs('Unchanged')
    const changes = deviceChanges(before, {
      ...before,
      ...columns,
      siteName: site?.name ?? before.siteName,
      modelName: given.model?.name ?? before.modelName,
    })
    return { ...judgedAs('Changed', changes), plan: { kind: 'change', before, columns } }
  }

  /** Whether a site may claim the device. */
  #isClaimable({ siteId, isActive, isReturned, expiresAt }: DeviceRow): boolean {
    return siteId === null && isActive && !isReturned && (expiresAt === null || expiresAt > this.#context.at)
  }

  #isVisible(sitePath: string | null): boolean {
    const scope = ownScope(this.#context.caller)
    return sitePath === null ? scope.includesInventory : isWithin(sitePath, scope.path)
  }

  #refuseForeign(reader: LineReader): void {
    reader.isConflict = true
    reader.refuse('Mac', reader.text('ClaimCode') === undefined ? taken : notClaimable)
  }

  #given(reader: LineReader) {
    const siteText = reader.text('Site') ?? reader.text('SiteId')
    const site =
      siteText === undefined ? undefined : this.#context.sites.find(siteText, reader.text('SiteId'))
    if (site && 'message' in site)
      reader.refuse(reader.text('Site') === undefined ? 'SiteId' : 'Site', site.message, site.suggestion)
    const modelText = reader.text('Model')?.toLowerCase()
    const model = this.#models.find(({ id, name }) => id === modelText || name.toLowerCase() === modelText)
    if (modelText !== undefined && !model) reader.refuse('Model', 'Model not found')
    return {
      name: reader.value('Name', DeviceInput.shape.Name),
      site: site && 'message' in site ? undefined : site,
      model,
      isActive: reader.value('IsActive', yesOrNo),
      isReturned: reader.value('RMA', yesOrNo),
      expiresAt: reader.value('Expiration', expiration),
    }
  }
}
