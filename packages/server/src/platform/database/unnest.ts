import { copyTime } from './copy-in.ts'

/** What a column of each SQL type holds. Times may also be text, as the database returned them. */
interface Values {
  readonly bigint: number
  readonly integer: number
  readonly boolean: boolean
  readonly text: string
  readonly bytea: Buffer
  readonly timestamptz: Date | string
}

/** The SQL type of a column, and its value in a row. */
type Column<Row> = { [T in keyof Values]: readonly [type: T, value: (row: Row) => Values[T] | null] }[keyof Values]

/** Rows as the parameters of one statement, whose text is the same for any number of them, so that it can be prepared. */
export interface Unnested<Row> {
  /** The rows in a from clause: `unnest($1::bigint[], …) as u (id, …)`. */
  readonly from: string
  /** The placeholder of a parameter after them: `$2`. */
  readonly next: string
  /** The parameters, one array for each column. */
  values(rows: readonly Row[]): unknown[]
}

/**
 * Rows for a set-based statement, as `alias` with these columns. The statement itself stays in plain sight where it is written.
 * @param numbered adds the column `position`, with which the rows keep their order
 */
export const unnest = <Row>(
  alias: string,
  columns: Readonly<Record<string, Column<Row>>>,
  { numbered = false } = {},
): Unnested<Row> => {
  const all = Object.entries(columns)
  const arrays = all.map(([, [type]], index) => `$${index + 1}::${type}[]`).join(', ')
  const names = [...all.map(([name]) => name), ...(numbered ? ['position'] : [])].join(', ')
  return {
    from: `unnest(${arrays})${numbered ? ' with ordinality' : ''} as ${alias} (${names})`,
    next: `$${all.length + 1}`,
    values: (rows) =>
      all.map(([, [type, value]]) => {
        const values = rows.map<Values[keyof Values] | null>(value)
        return type === 'text' || type === 'bytea' ? values : arrayText(values)
      }),
  }
}

/** An array as a parameter, as PostgreSQL reads it. What pg makes of numbers and times takes four times as long. */
const arrayText = (values: readonly (Values[keyof Values] | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : value instanceof Date ? copyTime(value) : String(value))).join(',')}}`
