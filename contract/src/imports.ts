import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ImportField } from './import-columns.ts'
import { IdParams, id, Named, OnlyPage, PageQuery, pageOf } from './wire.ts'

export const importLimits = {
  fileBytes: 16 * 1024 * 1024,
  /** Lines below the heading. */
  lines: { Devices: 150_000, Sites: 10_000 },
  columns: 100,
  cellCharacters: 2000,
  undoMs: 10 * 60_000,
  /** How long keys that were issued can be issued again, if the file with them was lost. */
  keysAgainMs: 10 * 60_000,
} as const

export const importKinds = ['Devices', 'Sites'] as const
export type ImportKind = (typeof importKinds)[number]

export const importStates = [
  'Checking',
  /** The file as a whole cannot be imported; `Problem` contains the reason. */
  'Refused',
  'Checked',
  'Applying',
  'Done',
  'Undoing',
  'Undone',
  'Canceled',
] as const
export type ImportState = (typeof importStates)[number]

/** The effect of a line on the record it names. The user has taken `LeftOut` lines out of the import. */
export const importFates = ['Created', 'Changed', 'Unchanged', 'Refused', 'LeftOut'] as const
export const ImportFate = z.enum(importFates)
export type ImportFate = z.output<typeof ImportFate>

export const Import = z.strictObject({
  Id: id,
  Kind: z.enum(importKinds),
  FileName: z.string(),
  /** The site imported into. */
  Site: Named,
  State: z.enum(importStates),
  /** Why the whole file was refused, or why the last step kept nothing. */
  Problem: z.string().nullable(),
  /** Lines below the heading; 0 while they are being counted. */
  Lines: z.int(),
  /** Lines that the current step has handled. */
  Progress: z.int(),
  Counts: z.strictObject({
    Created: z.int(),
    /** Those of `Created` and `Changed` with a warning. */
    Warned: z.int(),
    Changed: z.int(),
    Unchanged: z.int(),
    Refused: z.int(),
    LeftOut: z.int(),
    /** Records that undoing left unchanged, because they have been changed since. */
    Left: z.int(),
  }),
  /** The columns of the file; those without a field are not used. */
  Columns: z.array(z.strictObject({ Heading: z.string(), Field: z.string().nullable() })),
  Encoding: z.string().nullable(),
  Delimiter: z.string().nullable(),
  CreatedAt: z.iso.datetime(),
  /** When the current or last step started. */
  StartedAt: z.iso.datetime().nullable(),
  AppliedAt: z.iso.datetime().nullable(),
  /** Until when it can be undone; null if it cannot. */
  UndoUntil: z.iso.datetime().nullable(),
  /** How many records it has created or changed at each site, the ten with most first. */
  Places: z.array(z.strictObject({ ...Named.shape, Count: z.int() })).optional(),
  /** Whether the keys of the devices it has created have been issued. */
  KeysIssued: z.boolean(),
  /** Until when they can be issued again; null if they cannot. */
  KeysAgainUntil: z.iso.datetime().nullable(),
})
export type Import = z.output<typeof Import>

export const ImportLine = z.strictObject({
  /** As in a text editor: the heading is on line 1. */
  Line: z.int(),
  Fate: ImportFate,
  /** The cells of the used columns, by field. */
  Cells: z.record(z.string(), z.string()),
  /** Fields before and after, for a line that changes a record. */
  Changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  Problems: z.array(
    z.strictObject({
      Field: z.string(),
      Value: z.string(),
      Message: z.string(),
      /** The value that was probably meant, such as the site with the most similar name. */
      Suggestion: z.string().optional(),
    }),
  ),
  /** A reason to check the line before it is applied, although it is valid. */
  Warning: z.string().nullable(),
  /** The record that the line has created or changed; null before it is applied. */
  RecordId: id.nullable(),
  /** Why undoing has left the record unchanged. */
  LeftBecause: z.string().nullable(),
})
export type ImportLine = z.output<typeof ImportLine>

/**
 * An import in steps: the file is checked line by line and nothing is written; then the valid lines are applied in one
 * transaction; for ten minutes all of it can be undone. The steps run as jobs. Only the user who started an import can see it.
 */
export const imports = {
  create: endpoint({
    method: 'POST',
    path: '/imports',
    summary: 'Upload a CSV file of devices or sites and check every line of it, without writing anything',
    access: 'AddDevices',
    status: 201,
    query: z.strictObject({
      /** Sites need AddSubSites and EditSubSites, devices also EditDevices. */
      Kind: z.enum(importKinds).default('Devices'),
      /**
       * The site at and below which references to sites are resolved; lines without one refer to it. Default: the caller's own
       * site.
       */
      SiteId: id.optional(),
      FileName: z.string().trim().min(1).max(200).default('import.csv'),
    }),
    streams: 'text/csv',
    answer: Import,
  }),
  list: endpoint({
    method: 'GET',
    path: '/imports',
    summary: "List the caller's imports, newest first",
    access: 'AddDevices',
    query: z.strictObject({
      ...PageQuery.omit({ search: true, order: true }).shape,
      Kind: z.enum(importKinds).optional(),
    }),
    answer: pageOf(Import),
  }),
  template: endpoint({
    method: 'GET',
    path: '/imports/template',
    summary: 'Get an example file',
    access: 'AddDevices',
    query: z.strictObject({ ...OnlyPage.shape, Kind: z.enum(importKinds).default('Devices') }),
    produces: 'text/csv',
    answer: z.string(),
  }),
  get: endpoint({
    method: 'GET',
    path: '/imports/:id',
    summary: 'Get an import with its state and progress',
    access: 'AddDevices',
    params: IdParams,
    answer: Import,
  }),
  lines: endpoint({
    method: 'GET',
    path: '/imports/:id/lines',
    summary: 'List the lines of a checked file and what each does, refused ones first',
    access: 'AddDevices',
    params: IdParams,
    query: z.strictObject({
      ...PageQuery.omit({ order: true }).shape,
      Fate: ImportFate.optional(),
      /** Only lines with a warning (`true`) or without (`false`). */
      Warned: z.enum(['true', 'false']).optional(),
      /** Only lines whose record undoing has left unchanged. */
      Left: z.enum(['true']).optional(),
    }),
    answer: pageOf(ImportLine),
  }),
  refused: endpoint({
    method: 'GET',
    path: '/imports/:id/refused',
    summary: 'Get the refused lines in the columns of the file, with a column for the reason',
    access: 'AddDevices',
    params: IdParams,
    query: OnlyPage,
    produces: 'text/csv',
    answer: z.string(),
  }),
  chooseColumns: endpoint({
    method: 'PUT',
    path: '/imports/:id/columns',
    summary:
      'Choose the fields of the columns of a file that is not applied yet, and check it again. A refused file keeps a choice with which it cannot be checked, and says what is still missing',
    access: 'AddDevices',
    status: 202,
    params: IdParams,
    body: z.strictObject({
      /** One for each column of the file; null: the column is not used. */
      Fields: z.array(ImportField.nullable()).max(100),
    }),
    answer: Import,
  }),
  correct: endpoint({
    method: 'POST',
    path: '/imports/:id/corrections',
    summary: 'Change a cell of a checked file, and check all lines again, since others may refer to it',
    access: 'AddDevices',
    status: 202,
    params: IdParams,
    body: z.strictObject({
      /** As in `ImportLine`. */
      Line: z.int().min(1).max(2_147_483_647),
      /** A field that has a column in the file. */
      Field: ImportField,
      Value: z.string().trim().max(importLimits.cellCharacters),
      /** Changes this cell in all refused lines that have the same value in it. */
      Everywhere: z.boolean().default(false),
    }),
    answer: Import,
  }),
  leaveOut: endpoint({
    method: 'POST',
    path: '/imports/:id/left-out',
    summary: 'Take a line out of a checked file, or put it back, and check all lines again',
    access: 'AddDevices',
    status: 202,
    params: IdParams,
    body: z.strictObject({
      /** As in `ImportLine`. */
      Line: z.int().min(1).max(2_147_483_647),
      LeaveOut: z.boolean().default(true),
    }),
    answer: Import,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/imports/:id/apply',
    summary: 'Apply a checked file in one transaction',
    access: 'AddDevices',
    status: 202,
    params: IdParams,
    body: z.strictObject({
      /** Applies the other lines. Without it, a file with a refused line is not applied: `import_has_refused_lines`. */
      LeaveOutRefused: z.boolean().default(false),
    }),
    answer: Import,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/imports/:id/cancel',
    summary: 'Stop an import that is being checked or applied; nothing is kept',
    access: 'AddDevices',
    status: 202,
    params: IdParams,
    answer: Import,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/imports/:id/undo',
    summary: 'Undo an import of the last ten minutes, except for records that have been changed since',
    access: 'AddDevices',
    status: 202,
    params: IdParams,
    answer: Import,
  }),
  keys: endpoint({
    method: 'POST',
    path: '/imports/:id/keys',
    summary: 'Issue the keys of the devices that the import has created; returned only in this response',
    access: 'AddDevices',
    status: 201,
    params: IdParams,
    query: z.strictObject({
      /**
       * Issues new keys within ten minutes, for a file that was lost. Devices that have reported, or whose key was replaced or
       * revoked since, keep theirs and are left out. Without it: `keys_already_issued`.
       */
      Again: z.enum(['true']).optional(),
    }),
    produces: 'text/csv',
    answer: z.string(),
  }),
}
