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

/** What two answers about the same rows say: which there are, and which of them match. Of a row in neither nothing is known: it stays as it was. */
export const offPageOf = <Row>(all: readonly Row[], matching: readonly Row[], keyOf: KeyOf<Row>) => {
  const known = new Set(all.map(keyOf))
  const still = new Set(matching.map(keyOf))
  return { values: all, isGone: (key: string) => known.has(key) && !still.has(key), isKnown: (key: string) => known.has(key) }
}

/** The held rows to ask about: of more than can be asked about, first those that are not on the page. */
export const askedAbout = (held: readonly number[], listed: ReadonlySet<number>, most: number): readonly number[] =>
  (held.length > most ? held.filter((id) => !listed.has(id)) : held).slice(0, most)

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

/** From this many held rows on, those at the end that are not on the page any more are let go: nobody may leave the list for hours. */
export const mostHeld = 100

/** Held rows without those of the end that are too many. Rows down to the one in hand stay, so that it does not move. */
export const boundRows = <Row>(
  held: readonly Row[],
  latest: readonly Row[],
  keyOf: KeyOf<Row>,
  inHand: string | undefined,
): readonly Row[] => {
  const surplus = held.length - mostHeld
  if (surplus <= 0) return held
  const listed = new Set(latest.map(keyOf))
  const from = held.findIndex((row) => keyOf(row) === inHand) + 1
  const left = held.flatMap((row, index) => (index >= from && !listed.has(keyOf(row)) ? [row] : []))
  const dropped = new Set(left.slice(-surplus))
  return held.filter((row) => !dropped.has(row))
}

/** A pointer that has been still for this long (ms) does not belong to somebody about to click. */
const idleAfterMs = 20_000

/** What works in the list: a pointer, since when it is still, and the keyboard. */
export interface AtWork {
  readonly pointer: boolean
  readonly movedAt: number
  readonly focus: boolean
}

/**
 * What is still at work. A focused button that goes away, because its row has been dealt with, takes the focus along without an event,
 * and a finger leaves before its click arrives.
 */
export const stillAtWork = ({ pointer, movedAt, focus }: AtWork, now: number, hasFocus: boolean) => ({
  pointer: pointer && now - movedAt < idleAfterMs,
  focus: focus && hasFocus,
})

/** The keys of rows that are new or at another place than before. */
export const movedKeys = (before: readonly string[], now: readonly string[]): readonly string[] =>
  now.filter((key, index) => before[index] !== key)
