import type { AuditSubjectWith, DomainError, Static, TObject } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../context.ts'
import type { Write } from '../transact.ts'

/** Resolves words in a cell where the input has an id or a code. */
export interface Lookup {
  /** The text of the packs (`imports.hints`) that explains it. */
  readonly hint:
    | 'company'
    | 'customer'
    | 'roles'
    | 'area'
    | 'gatewayModel'
    | 'project'
    | 'deviceModel'
    | 'gateway'
    | 'projectType'
    | 'projectCustomer'
  /** Other fields of the row that narrow the choice. They come before this one in the schema. */
  readonly within?: readonly string[]
  /**
   * The values that `text` may refer to, within the caller's scope. There must be exactly one. `row` holds what was read of the
   * row so far.
   */
  find(ctx: Ctx, text: string, row: Readonly<Record<string, unknown>>): Promise<readonly (string | number)[]>
}

/** What creating a row needs besides its input. */
export interface RowFacts {
  /** The result of `prepare`. Undefined in a dry run. */
  readonly prepared: unknown
  /** In a dry run, how many rows of the same `group` would have been created before. None of them is in the database. */
  readonly before: number
}

/** How rows of a sheet become objects: with the same schema and the same rules as the create endpoint. */
export interface ImportDefinition<S extends TObject = TObject> {
  readonly list: AuditSubjectWith<'import'>
  /** The create endpoint's input. */
  readonly input: S
  readonly lookups: Readonly<Record<string, Lookup>>
  /** Fields with another label in the list's forms than their general one, with the text of the packs (`fields`). */
  readonly labels?: Readonly<Record<string, keyof SharedTexts['fields']>>
  /** A field whose value may occur only once in a file, ignoring case. */
  readonly unique?: string
  /** One-time passwords, which the importer gets in a file. Derived, so that none is stored. Null if there is none. */
  readonly password?: {
    readonly field: string
    /** What it is called in the file (`fields`), if it is no password. */
    readonly label?: keyof SharedTexts['fields']
    of(ctx: Ctx, name: string, seed: Buffer): string | null
  }
  /** Rows that share a quota, see `RowFacts.before`. */
  group?(input: Static<S>): string
  /** Slow work before the transaction. Not done in a dry run. */
  prepare?(ctx: Ctx, input: Static<S>, password: string | null): Promise<unknown>
  /** Creates one object within a write, as the create verb does, including its audit entry. */
  create(ctx: Ctx, write: Write, input: Static<S>, row: RowFacts): Promise<unknown>
  /**
   * For lists of which a file may hold many rows: creates those of a batch with a few statements and all effects of `create`. Answers why rows were left
   * out, by their position; a failure that it throws makes the batch go row by row. `before`: of a dry run, how many rows would have been created.
   */
  readonly many?: {
    create(ctx: Ctx, write: Write, inputs: readonly Static<S>[], before: number): Promise<ReadonlyMap<number, DomainError>>
  }
}

/** Every list that can be imported, by its name. */
export type ImportDefinitions = Readonly<Record<string, ImportDefinition>>
