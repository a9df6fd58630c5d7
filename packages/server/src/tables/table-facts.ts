/**
 * Who sees the rows of a table. `everyone`: product-wide data without secrets. `system`: read only by code without a caller. `path`: the
 * column with the owning company's path. `customer`, `device`, `account`: the columns that open a row to a customer's account, to a user
 * bound to the device, or to the account itself. A kind of caller without a column sees nothing. Linked tables are only read through their
 * parent row, which is scoped itself, so they name `through`.
 */
export type ScopeFacts<Table extends string> =
  | 'everyone'
  | 'system'
  | ({ readonly path: string; readonly customer?: string; readonly device?: string; readonly account?: string } & NarrowScope)
  | { readonly account: string }
  | ({ readonly through: readonly [column: string, table: Table] } & PlacedScope)

/** For rows about a gateway or device that may have been at other places, and that do not name the place. */
export interface PlacedScope {
  /**
   * The row's time. Rows from before the gateway or device came to its present place are visible only to the company that has it, not to
   * those who see it through its place: its customer, staff with a narrow data scope, and companies that have joined its project.
   */
  readonly since?: string
}

/**
 * The columns that open a row to staff of a company that has joined a project, and to staff who see only chosen projects or only their own.
 * Without any of these they see no row, so a table that belongs to projects must name `project`.
 */
export interface NarrowScope extends PlacedScope {
  /** The row's project. It also opens the row to companies that have joined the project. */
  readonly project?: string
  /** A company that the row is about, besides its owner. */
  readonly joiner?: string
  /** Who created the row. Together with `project`, it opens only rows without a project, such as devices in stock. */
  readonly creator?: string
  /** A customer: visible if one of their projects is. */
  readonly projectCustomer?: string
  /** A gateway: visible if the gateway is. Used with `since`. */
  readonly gateway?: string
  /** A company: callers see their own. */
  readonly ownCompany?: string
  /** An account: visible if one of the caller's projects is assigned to it too. */
  readonly colleague?: string
  /** Files: those of a project are visible to companies that have joined it. */
  readonly files?: true
  /** A list of accounts: visible to those in it. */
  readonly members?: string
  /** An order: for those who see only their own, its creator and engineers decide, not its project. */
  readonly order?: string
}

/** The facts of a table. That a table named by `through` exists is checked where all tables are together (facts.ts). */
export interface TableFacts<Table extends string = string> {
  /** The only folder that writes it: a feature, or the platform. Others call its verbs. Checked by scripts/check-tables.ts, in SQL text too. */
  readonly owner: string
  readonly scope: ScopeFacts<Table>
  /**
   * The columns that other folders read, besides its key, those of its scope, and the mark of deletion. Without it, only the owner reads
   * the table. Checked as the writes are.
   */
  readonly published?: string
  /** Deleted rows are only marked, because history refers to them. */
  readonly marksDeleted?: true
}

/**
 * The facts of each of some tables. Does not compile if a table is missing, or if a table with the column for deletion does not set
 * `marksDeleted`.
 */
export type FactsOf<Some> = {
  readonly [T in keyof Some]: TableFacts & (Some[T] extends { deleted_at: unknown } ? { readonly marksDeleted: true } : unknown)
}
