/**
 * Who sees the rows of a table. `everyone`: product-wide data without secrets. `system`: read only by code without a caller.
 * `path`: the column with the owning company's path; `customer`, `device`, `account`: the columns that open a row to a customer's
 * account, to a user bound to the device, or to the account itself. A kind of caller without a column sees nothing. Linked tables
 * are only read through their parent row, which is scoped itself, so they name `through`.
 */
export type Scope<Table extends string> =
  | 'everyone'
  | 'system'
  | ({ readonly path: string; readonly customer?: string; readonly device?: string; readonly account?: string } & NarrowScope)
  | { readonly account: string }
  | ({ readonly through: readonly [column: string, table: Table] } & PlacedScope)

/** Of what came with a gateway or device from one place to another, and names none. */
export interface PlacedScope {
  /**
   * When it was. What was before the gateway or device came to its present place is open only to the company that has it, and not to those who see it by its
   * place: its customer, staff with a narrow data scope, and companies that have joined its project.
   */
  readonly since?: string
}

/**
 * What opens a row to staff of a company that has joined a project, and to those who see only chosen projects, or only what is their own. Without any of these they see no row, so a
 * table that hangs on projects must name `project`.
 */
export interface NarrowScope extends PlacedScope {
  /** The project that the row hangs on. It also opens the row to companies that have joined the project. */
  readonly project?: string
  /** A company that the row is about, besides the one that owns it. */
  readonly joiner?: string
  /** Who made it. With `project`, it opens only rows without one, such as devices in stock. */
  readonly creator?: string
  /** A customer: open if one of its projects is. */
  readonly projectCustomer?: string
  /** A gateway: open if it is. With `since`. */
  readonly gateway?: string
  /** A company: their own one is open. */
  readonly ownCompany?: string
  /** An account: open if a project of theirs is assigned to it as well. */
  readonly colleague?: string
  /** Files: those of a project are open to companies that have joined it. */
  readonly files?: true
  /** A list of accounts: open to those who are in it. */
  readonly members?: string
  /** An order: to those who see only their own it is open by who made it and who works on it, not by its project. */
  readonly order?: string
}

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
