import type { EnumValue } from '@emberwatch/contract'
import type { ColumnType, Generated } from 'kysely'

/** An instant: read as ISO 8601 text in UTC, written as that or as a Date. */
export type Instant = ColumnType<string, string | Date, string | Date>
export type InstantNow = ColumnType<string, string | Date | undefined, string | Date>
export type OptionalInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>

/** A column that may be left out at insert and then holds its default. */
export type Defaulted<T> = Generated<T>

/** A nullable column, which may be left out at insert. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A jsonb column: read parsed, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
export type JsonDefaulted<T> = ColumnType<T, string | undefined, string>

export interface Tracked {
  version: Defaulted<number>
  created_at: InstantNow
  created_by: Optional<number>
  updated_at: InstantNow
  updated_by: Optional<number>
}

/** A row owned by a company. Its path decides who sees it. */
export interface Owned {
  company_id: number
  path: string
}

export interface Zone {
  country: Optional<string>
  province: Optional<string>
  city: Optional<string>
  region: Optional<string>
}

export interface Place {
  longitude: Optional<number>
  latitude: Optional<number>
  coordinate_system: Optional<EnumValue<'coordinateSystem'>>
}
