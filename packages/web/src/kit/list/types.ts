import type { Endpoint, EnumName, InputOf } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import type { Action } from '../actions.tsx'
import type { Choice, FieldName, RowOf } from '../schema.ts'

export type FilterName<E> = Exclude<
  keyof InputOf<E> & string,
  'pageNum' | 'pageSize' | 'sort' | 'order' | 'startTime' | 'endTime'
>

/** A field of the search form. A plain name takes its kind from the contract: enumeration and yes/no a select, otherwise an input. */
export type Filter<E> =
  | FilterName<E>
  | { kind: 'input' | 'select'; name: FilterName<E>; label?: string; options?: readonly Choice[] }
  /** One day; the value is YYYY-MM-DD. */
  | { kind: 'date'; name: FilterName<E>; label?: string }
  /** From the first moment of a day to the last of another; startTime and endTime unless named otherwise. */
  | { kind: 'dateRange'; names?: readonly [keyof InputOf<E> & string, keyof InputOf<E> & string]; label?: string }
  /** A path of choices, one name for each level. */
  | { kind: 'cascader'; names: readonly FilterName<E>[]; options: readonly CascadeChoice[]; label: string }
  /** Choices from a `select` endpoint; searched on the server when it takes a keyword. */
  | { kind: 'remote'; name: FilterName<E>; endpoint: Endpoint; input?: object; label?: string }
  /** One's own company, or one below it. */
  | { kind: 'company'; name: FilterName<E>; label?: string }
  /** country, province, city, region: for a call that takes them. */
  | ('country' extends keyof InputOf<E> ? { kind: 'address'; label?: string } : never)
  /** series, model: for a call that takes them. */
  | ('series' extends keyof InputOf<E> ? { kind: 'product'; label?: string } : never)

export interface CascadeChoice extends Choice {
  readonly children?: readonly CascadeChoice[]
}

/** A column. A plain name takes label, format, alignment and sorting from the contract. */
export interface Column<Row> {
  field: (keyof Row & string) | FieldName
  label?: string
  enumeration?: EnumName
  render?: (row: Row) => ReactNode
  /** Not shown until the person chooses it. */
  optional?: true
  width?: number
}

export interface ListPageProps<E extends Endpoint> {
  endpoint: E
  columns: readonly ((keyof RowOf<E> & string) | Column<RowOf<E>>)[]
  filters?: readonly Filter<E>[]
  /** Conditions that always hold and nobody sees. */
  fixed?: Partial<InputOf<E>>
  /** The list's `export` call; the button appears for whoever may use it. */
  exporter?: Endpoint
  /** Further input of the export alone. */
  exportInput?: object
  actions?: readonly Action[]
  rowActions?: (row: RowOf<E>) => readonly Action[]
  /** Makes rows selectable, over all pages; the actions for those selected. */
  selection?: (rows: RowOf<E>[], clear: () => void) => readonly Action[]
  /** Offers to select every row found: for actions that take them all in one call. */
  selectAll?: true
  /** Quick choices of one filter above the table, with counts when the answer has them. */
  tabs?: { name: FilterName<E>; options: readonly Choice[]; count?: (data: unknown, value: string) => number | undefined }
  /** Quick choices of several filters at once, above the table; "all" clears them. */
  views?: readonly { label: string; when: Partial<Record<FilterName<E>, string>> }[]
  /** Emphasis of a row: a coloured edge, besides what its columns say. */
  tone?: (row: RowOf<E>) => 'fire' | 'fault' | undefined
  /** Called with the rows that are on the screen. */
  onRows?: (rows: RowOf<E>[]) => void
  /** Part of another page: keeps its state to itself and shows no heading. */
  embedded?: true
  /** Shows no heading, because the page around it has one; its state stands in the address all the same. */
  headless?: true
  /** Heading, when it is not the menu entry's name. */
  title?: string
}
