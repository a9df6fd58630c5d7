import type { Endpoint, EnumName, InputOf } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import type { Action } from '../actions.tsx'
import type { Choice, FieldName, RowOf } from '../schema.ts'

export type FilterName<E> = Exclude<
  keyof InputOf<E> & string,
  'pageNum' | 'pageSize' | 'cursor' | 'sort' | 'order' | 'startTime' | 'endTime'
>

/**
 * A field of the search form. A plain name takes its kind from the contract: a select for enumerations and booleans, otherwise an
 * input.
 */
export type Filter<E> =
  | FilterName<E>
  | { kind: 'input' | 'select'; name: FilterName<E>; label?: string; options?: readonly Choice[] }
  /** One day; the value is YYYY-MM-DD. */
  | { kind: 'date'; name: FilterName<E>; label?: string }
  /** A range of days, from the first moment of one to the last of another. Called startTime and endTime unless named otherwise. */
  | { kind: 'dateRange'; names?: readonly [keyof InputOf<E> & string, keyof InputOf<E> & string]; label?: string }
  /** A path of choices, one name per level. */
  | { kind: 'cascader'; names: readonly FilterName<E>[]; options: readonly CascadeChoice[]; label: string }
  /** Choices from a `select` endpoint. Searched on the server if it takes a keyword. */
  | { kind: 'remote'; name: FilterName<E>; endpoint: Endpoint; input?: object; label?: string }
  /** The user's own company or one below it. */
  | { kind: 'company'; name: FilterName<E>; label?: string }
  /** country, province, city, region: for a call that takes them. */
  | ('country' extends keyof InputOf<E> ? { kind: 'address'; label?: string } : never)
  /** series, model: for a call that takes them. */
  | ('series' extends keyof InputOf<E> ? { kind: 'product'; label?: string } : never)

export interface CascadeChoice extends Choice {
  readonly children?: readonly CascadeChoice[]
}

/** A column. A field without a text needs a label. */
export type Column<Row> = ColumnFacts<Row> &
  ({ readonly field: FieldName; readonly label?: string } | { readonly field: keyof Row & string; readonly label: string })

/** A column, or a field that takes label, format, alignment and sorting from the contract. */
export type AnyColumn<Row> = (keyof Row & FieldName) | Column<Row>

interface ColumnFacts<Row> {
  readonly enumeration?: EnumName
  readonly render?: (row: Row) => ReactNode
  /** Hidden until the user chooses it. */
  readonly optional?: true
  readonly width?: number
}

export interface ListPageProps<E extends Endpoint> {
  readonly endpoint: E
  readonly columns: readonly AnyColumn<RowOf<E>>[]
  readonly filters?: readonly Filter<E>[]
  /** Fixed conditions that are not shown. */
  readonly fixed?: Partial<InputOf<E>>
  /** The list's `export` call. The button is shown to users who may use it. */
  readonly exporter?: Endpoint
  /** Additional input for the export only. */
  readonly exportInput?: object
  readonly actions?: readonly Action[]
  readonly rowActions?: (row: RowOf<E>) => readonly Action[]
  /** Makes rows selectable across pages. These are the actions for the selection. */
  readonly selection?: (rows: RowOf<E>[], clear: () => void) => readonly Action[]
  /** Offers to select every matching row: for actions that take them all in one call. */
  readonly selectAll?: true
  /** Shown between the search form and the table: facts about the list as a whole. */
  readonly above?: ReactNode
  /** Quick choices for one filter above the table, with counts if the answer has them. */
  readonly tabs?: {
    name: FilterName<E>
    options: readonly Choice[]
    count?: (data: unknown, value: string) => number | undefined
  }
  /** Quick choices for several filters at once, above the table, with the number of rows behind them. "All" clears them. */
  readonly views?: readonly {
    label: string
    when: Partial<Record<FilterName<E>, string>>
    /** Known in advance, or read from the list's answer. */
    count?: number | undefined | ((data: unknown) => number | undefined)
    /** What the list shows when it is opened without any condition. Otherwise everything. */
    isDefault?: true
  }[]
  /** Emphasis of a row: a coloured edge, besides what its columns say. */
  readonly tone?: (row: RowOf<E>) => 'fire' | 'fault' | undefined
  /** Called with the rows on the screen. */
  readonly onRows?: (rows: RowOf<E>[]) => void
  /** Part of another page: keeps its state private and has no heading. */
  readonly embedded?: true
  /** No heading, because the surrounding page has one. Its state is still part of the address. */
  readonly headless?: true
  /** Rows that enter at once, even while somebody works in the list: nobody should have to ask for a fire. */
  readonly entersAtOnce?: (row: RowOf<E>) => boolean
  /** Users move its rows themselves, so they are not kept in place under the pointer. */
  readonly orderedByHand?: true
  /** Heading, if it is not the menu entry's name. */
  title?: string
}
