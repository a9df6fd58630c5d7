/** What is known of held rows that have left the page: rows that newer ones push off it are still there, and still match. */
export interface OffPage<Row> {
  /** Their current values. */
  readonly values: readonly Row[]
  /** Whether a row no longer matches the question of the list. */
  readonly isGone: (key: string) => boolean
}

type KeyOf<Row> = (row: Row) => string

/** The held rows with their latest values, and how the list has changed meanwhile. */
export const mergeHeldRows = <Row>(
  held: readonly Row[],
  latest: readonly Row[],
  keyOf: KeyOf<Row>,
  { values, isGone }: OffPage<Row>,
) => {
  const listed = new Map(latest.map((row) => [keyOf(row), row]))
  const known = new Map([...values.map((row) => [keyOf(row), row] as const), ...listed])
  const before = new Set(held.map(keyOf))
  const rows = held.map((row) => known.get(keyOf(row)) ?? row)
  return {
    rows: rows.every((row, index) => row === held[index]) ? held : rows,
    fresh: latest.filter((row) => !before.has(keyOf(row))).length,
    gone: new Set([...before].filter((key) => !listed.has(key) && isGone(key))),
  }
}

/**
 * For a list that cannot be asked about single rows: those that newer ones have pushed off the end of a full page. A row that is missing
 * above one that is still there no longer matches.
 */
export const pushedOff = <Row>(
  held: readonly Row[],
  latest: readonly Row[],
  keyOf: KeyOf<Row>,
  pageSize: number,
): ReadonlySet<string> => {
  if (latest.length < pageSize) return new Set()
  const listed = new Set(latest.map(keyOf))
  const last = held.findLastIndex((row) => listed.has(keyOf(row)))
  return new Set(held.slice(last + 1).map(keyOf))
}

/** New rows that cannot wait enter right below the row in hand, so that it stays where it is and they are in sight. */
export const enterRows = <Row>(
  held: readonly Row[],
  entering: readonly Row[],
  keyOf: KeyOf<Row>,
  inHand: string | undefined,
): readonly Row[] => {
  const at = held.findIndex((row) => keyOf(row) === inHand) + 1
  return [...held.slice(0, at), ...entering, ...held.slice(at)]
}

/** The keys of rows that are new or at another place than before. */
export const movedKeys = (before: readonly string[], now: readonly string[]): readonly string[] =>
  now.filter((key, index) => before[index] !== key)
