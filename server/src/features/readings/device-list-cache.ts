/** A device as it was read, with the version of its state. */
export interface ListedDevice {
  no: number
  /** null: it has no state. */
  version: string | null
  /** When the device expires, which changes it without a write. undefined or null: never. */
  expiresAt?: Date | null
}

/** When a statement was executed, and where. */
interface Moment {
  /** The database, and the run of its server. */
  server: string
  /** The transactions that it saw, as `pg_snapshot`. */
  snapshot: string
  now: Date
}

/** What has changed since a list was read. */
export interface Changes<State> extends Moment {
  /** Whether sites, devices or models may have changed, so that the list has to be read again. */
  mayDiffer: boolean
  /** The states that have changed, and perhaps some that have not. */
  states: readonly State[]
}

/** A list that was read earlier. */
export interface KnownList {
  snapshot: string
  /** The numbers of its devices, in ascending order. */
  nos: readonly number[]
}

interface State {
  no: number
  version: string
}

/** The statements that read a list. */
interface Reads<Device, Changed extends State> {
  /** Returns all devices, sorted. `former` returns a device as it was in the former list. */
  all(former: (no: number) => Device | undefined): Promise<readonly Device[]>
  /** Returns what has changed since a list was read. Executed before `all`. */
  changesSince(known: KnownList | undefined): Promise<Changes<Changed>>
  /** Returns the device with its new state. */
  withState(device: Device, state: Changed): Device
}

interface List<Device> extends KnownList, Moment {
  devices: readonly Device[]
  /** Where each device is in the list, by number. */
  places: ReadonlyMap<number, number>
  /** When devices of the list expire, in epoch ms. */
  expirations: readonly number[]
}

/** How many names of lists that were too long are remembered. */
const mostNames = 1000

/**
 * Caches lists of devices that are slow to read, parse and serialize, such as those of a site. While only states change, a device
 * whose state is the same stays the same object, so results computed from it can be kept with it.
 */
export class DeviceListCache<Device extends ListedDevice> {
  /** The most recently requested list comes last. */
  readonly #lists = new Map<string, List<Device>>()
  readonly #tooLong = new Set<string>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Returns the sorted devices of a list. Reads only the states that have changed, or all devices if sites, devices or models
   * have. `name` identifies the list: what is selected, and of what.
   */
  async list<Changed extends State>(name: string, read: Reads<Device, Changed>): Promise<readonly Device[]> {
    if (this.#tooLong.has(name)) return read.all(() => undefined)
    const known = this.#lists.get(name)
    const changes = await read.changesSince(known)
    const list =
      known && isCurrent(known, changes)
        ? updated(known, changes, read)
        : // A change that is committed between the two statements makes the next request read the list once more.
          listOf(await read.all((no) => known?.devices[known.places.get(no) ?? -1]), changes)
    this.#keep(name, list)
    return list.devices
  }

  #keep(name: string, list: List<Device>): void {
    this.#lists.delete(name)
    const { length } = list.devices
    if (length === 0) return
    if (length > this.#most / 2) {
      if (this.#tooLong.size >= mostNames) this.#tooLong.clear()
      this.#tooLong.add(name)
      return
    }
    this.#lists.set(name, list)
    let total = 0
    for (const { devices } of this.#lists.values()) total += devices.length
    for (const [oldest, { devices }] of this.#lists) {
      if (total <= this.#most) return
      this.#lists.delete(oldest)
      total -= devices.length
    }
  }
}

/** Whether only states can have changed. */
function isCurrent<Device>(known: List<Device>, { server, mayDiffer, now }: Changes<unknown>): boolean {
  // Another server or database may use the same transaction IDs again, and so may this one after a crash.
  if (server !== known.server || mayDiffer) return false
  // Times from the database are rounded to ms. Clocks can be set back.
  const first = Math.min(known.now.getTime(), now.getTime()) - 1
  const last = Math.max(known.now.getTime(), now.getTime()) + 1
  return known.expirations.every((at) => at < first || at > last)
}

function updated<Device extends ListedDevice, Changed extends State>(
  known: List<Device>,
  { states, ...moment }: Changes<Changed>,
  { withState }: Reads<Device, Changed>,
): List<Device> {
  const devices = [...known.devices]
  for (const state of states) {
    const place = known.places.get(state.no) ?? -1
    const before = devices[place]
    if (before && before.version !== state.version) devices[place] = withState(before, state)
  }
  return { ...known, ...moment, devices }
}

/** Returns a list of these devices. */
function listOf<Device extends ListedDevice>(devices: readonly Device[], moment: Moment): List<Device> {
  return {
    ...moment,
    devices,
    nos: devices.map(({ no }) => no).sort((a, b) => a - b),
    places: new Map(devices.map(({ no }, place) => [no, place])),
    expirations: devices.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : [])),
  }
}
