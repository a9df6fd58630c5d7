/**
 * Who sees the rows of a table. `everyone`: product-wide data without secrets. `system`: read only by code without a caller.
 * `path`: the column with the owning company's path; `customer`, `device`, `account`: the columns that open a row to a customer's
 * account, to a user bound to the device, or to the account itself. A kind of caller without a column sees nothing. Linked tables
 * are only read through their parent row, which is scoped itself, so they name `through`.
 */
export type Scope<Table extends string> =
  | 'everyone'
  | 'system'
  | { readonly path: string; readonly customer?: string; readonly device?: string; readonly account?: string }
  | { readonly account: string }
  | { readonly through: readonly [column: string, table: Table] }

/** What holds for a table. That the one it is read through exists, is checked where all are together (facts.ts). */
export interface TableFacts<Table extends string = string> {
  /**
   * The only folder that writes it: a feature, or the platform. Everybody else calls its verbs; reading is free, within the scope.
   * Checked by scripts/check-tables.ts, in SQL text too.
   */
  readonly owner: string
  readonly scope: Scope<Table>
  /** Deleted rows stay, marked, for the history that points at them. */
  readonly marksDeleted?: true
}

/** What holds for each of some tables. A table that is missing does not compile, nor does one with the column that does not say so. */
export type FactsOf<Some> = {
  readonly [T in keyof Some]: TableFacts & (Some[T] extends { deleted_at: unknown } ? { readonly marksDeleted: true } : unknown)
}
