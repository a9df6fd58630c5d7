import { exportFormats, exportProgress, taskState } from './file.schema.ts'
import { fileRef, id, input, instant, nullable, optional, Type, type Static } from '../../kernel/schema.ts'

/** What an import may hold; more is refused before anything is written. */
export const importLimits = { rows: 10_000, columns: 100, rowChars: 32_767, problemsShown: 1_000 } as const

export const importTemplateInput = input({
  format: optional(Type.Unsafe<(typeof exportFormats)[number]>({ type: 'string', enum: [...exportFormats] })),
})

/** The file is an upload of one's own with purpose `import`. A dry run says what would become of every row and writes nothing. */
export const importInput = input({ fileId: fileRef(), dryRun: optional(Type.Boolean()) })

/**
 * What is wrong with one row: `row` as the sheet numbers it, `field` the input's field and `label` its name (both empty: the row as a whole), `msg` in
 * the language of whoever ordered the import.
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
  total: Type.Integer(),
  done: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  /** The failed rows with a column that says why, in the format of the upload; `file/read` gives it to whoever ordered the import. */
  failedFileId: nullable(Type.String()),
  /** The one-time passwords of created accounts, where no default password is set; kept for a day. */
  passwordFileId: nullable(Type.String()),
  /** Why an import as a whole failed; empty otherwise. */
  msg: Type.String(),
}

export const importResult = Type.Object({
  importId: id(),
  ...importProgress,
  /** The first `importLimits.problemsShown` of them; all are in the file of failed rows. */
  problems: Type.Array(importRowProblem),
  dryRun: Type.Boolean(),
})

/** The latest of one's own exports and imports, dry runs aside; they are kept for a week. */
export const ownTasks = Type.Object({
  exports: Type.Array(Type.Object({ id: id(), createdAt: instant(), ...exportProgress.properties })),
  imports: Type.Array(
    Type.Object({
      id: id(),
      createdAt: instant(),
      /** Of the upload. */
      fileName: Type.String(),
      ...importProgress,
    }),
  ),
})
