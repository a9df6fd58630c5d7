import { exportFormats, exportProgress, taskState } from './file.schema.ts'
import { fileRef, id, input, instant, nullable, optional, Type, type Static } from '../../../kernel/schema.ts'

/** The limits of an import. Anything beyond is rejected before anything is written. */
export const importLimits = { rows: 10_000, columns: 100, rowChars: 32_767, problemsShown: 1_000 } as const

/** Lists that accept larger files, for a distributor's whole stock: their rows are written in batches. */
const manyRows: Readonly<Record<string, number>> = { device: 100_000, devicePreset: 100_000 }
/** Maximum number of rows of a file for a list. */
export const importRowsOf = (list: string): number => manyRows[list] ?? importLimits.rows

export const importTemplateInput = input({
  format: optional(Type.Unsafe<(typeof exportFormats)[number]>({ type: 'string', enum: [...exportFormats] })),
})

/** The file is the caller's upload with purpose `import`. A dry run reports the result for every row and writes nothing. */
export const importInput = input({ fileId: fileRef(), dryRun: optional(Type.Boolean()) })

/**
 * What is wrong with one row: `row` is its number in the sheet, `field` the input field and `label` its name (both empty: the row
 * as a whole), `msg` in the language of the importer.
 */
export const importRowProblem = Type.Object({
  row: Type.Integer(),
  field: Type.String(),
  label: Type.String(),
  msg: Type.String(),
})
export type ImportRowProblem = Static<typeof importRowProblem>

const importProgress = {
  state: taskState,
  /** It was interrupted and continues automatically from where it was. */
  resumed: Type.Boolean(),
  total: Type.Integer(),
  done: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  /** The failed rows with a column of reasons, in the format of the upload. The importer gets it with `file/read`. */
  failedFileId: nullable(Type.String()),
  /** The one-time passwords of created accounts if there is no default password. Kept for a day. */
  passwordFileId: nullable(Type.String()),
  /** Why the import as a whole failed; empty if it did not. */
  msg: Type.String(),
}

export const importResult = Type.Object({
  importId: id(),
  ...importProgress,
  /** The first `importLimits.problemsShown` problems. All are in the file of failed rows. */
  problems: Type.Array(importRowProblem),
  dryRun: Type.Boolean(),
})

/** The caller's latest exports and imports, without dry runs. Kept for a week. */
export const ownTasks = Type.Object({
  exports: Type.Array(Type.Object({ id: id(), createdAt: instant(), ...exportProgress.properties })),
  imports: Type.Array(
    Type.Object({
      id: id(),
      createdAt: instant(),
      /** Name of the upload. */
      fileName: Type.String(),
      ...importProgress,
    }),
  ),
})
