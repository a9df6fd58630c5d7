import type { AuditSubjectWith, DomainError, Static, TObject } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../context.ts'
import type { Write } from '../transact.ts'

/** Resolves the words in a cell to the id or code that the input needs. */
export interface Lookup {
  /** The text of the packs (`imports.hints`) that explains it. */
  readonly hint: keyof SharedTexts['imports']['hints']
  /** Other fields of the row that narrow the choice. They precede this one in the schema. */
  readonly dependsOn?: readonly string[]
  /** The values that `text` may refer to, within the caller's scope. Exactly one is required. `row` holds what has been read of the row so far. */
  find(ctx: Ctx, text: string, row: Readonly<Record<string, unknown>>): Promise<readonly (string | number)[]>
}

/** What creating a row needs besides its input. */
export interface RowFacts {
  /** The result of `prepare`. Undefined in a dry run. */
  readonly prepared: unknown
  /** In a dry run, how many rows of the same `group` would already have been created. None of them is in the database. */
  readonly before: number
}

/** How rows of a sheet become objects: with the same schema and the same rules as the create endpoint. */
export interface ImportDefinition<S extends TObject = TObject> {
  readonly list: AuditSubjectWith<'import'>
  /** The create endpoint's input. */
  readonly input: S
  readonly lookups: Readonly<Record<string, Lookup>>
  /** Fields whose label in the list's forms differs from their general one, with the text of the packs (`fields`). */
  readonly labels?: Readonly<Record<string, keyof SharedTexts['fields']>>
  /** Fields that need an explanation of their own in the template (`imports.hints`). */
  readonly hints?: Readonly<Record<string, keyof SharedTexts['imports']['hints']>>
  /** A field whose value may occur only once in a file, ignoring case. */
  readonly unique?: string
  /** One-time passwords, which the importer gets in a file. Derived, so that none is stored. Null if there is none. */
  readonly password?: {
    readonly field: string
    /** Its label in the file (`fields`), if it is not a password. */
    readonly label?: keyof SharedTexts['fields']
    of(ctx: Ctx, name: string, seed: Buffer): string | null
    /** Those of the created objects that need none, by their names in lower case. Default: each needs one. */
    without?(ctx: Ctx, names: readonly string[]): Promise<ReadonlySet<string>>
  }
  /** Rows of one group share a quota; see `RowFacts.before`. */
  group?(input: Static<S>): string
  /** Slow work before the transaction. Skipped in a dry run. */
  prepare?(ctx: Ctx, input: Static<S>, password: string | null): Promise<unknown>
  /** Creates one object within a write, as the create verb does, including its audit entry. */
  create(ctx: Ctx, write: Write, input: Static<S>, row: RowFacts): Promise<unknown>
  /**
   * For lists with large files: creates the rows of a batch with a few statements and all effects of `create`. Returns the reasons of the
   * rows left out, by position. If it throws, the batch is retried row by row. `before`: in a dry run, how many rows would already have
   * been created.
   */
  readonly many?: {
    create(ctx: Ctx, write: Write, inputs: readonly Static<S>[], before: number): Promise<ReadonlyMap<number, DomainError>>
  }
}

/** Every list that can be imported, by its name. */
export type ImportDefinitions = Readonly<Record<string, ImportDefinition>>
