/** Another transaction changed a device or its state in the meantime: reload it and retry. */
export class StateConflict extends Error {
  override name = 'StateConflict'
}
