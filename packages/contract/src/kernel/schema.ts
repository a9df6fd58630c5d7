import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { enums, type EnumName, type EnumValue } from '../enums.ts'
import { limits } from './limits.ts'
import { patterns } from './rules.ts'

/** The table that an id points at, which decides who may see a row. That the table exists is tested (server: features.test.ts). */
export type Entity = string

const idOptions = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

/** The id of a row. In an answer only; an input uses `ref`, so that its visibility is checked. */
export const id = () => Type.Integer(idOptions)

/**
 * An id in an input that points at a row of `entity`. The http binding looks up every ref within the caller's scope before the
 * verb runs, and answers 404 if one is not visible, so no verb can forget it. The generated foreign-scope tests find refs by this
 * mark.
 */
export const ref = (entity: Entity) => Type.Integer({ ...idOptions, ref: entity })

/** A stored file's id (random, 32 hex digits; `ref` is for whole numbers), checked like any other ref. */
export const fileRef = () => Type.String({ pattern: '^[0-9a-f]{32}$', ref: 'file' })

/** A list of refs: at least one, no more than one action takes. */
export const refs = (entity: Entity, minItems = 1, maxItems: number = limits.rowsAtOnce) =>
  Type.Array(ref(entity), { minItems, maxItems, uniqueItems: true })

/** A text of at most `max` characters; required ones have at least one after trimming. */
export const text = (max: number, min = 1) => Type.String({ minLength: min, maxLength: max })

/** A text that must follow a named rule of rules.ts; the rule's name selects the message. */
export const ruled = (rule: keyof typeof patterns, options: { minLength?: number; maxLength?: number } = {}) =>
  Type.String({ pattern: patterns[rule], rule, ...options })

/** Some properties of an object. `Type.Pick`, `Omit` and `Record` would load TypeBox's evaluator into the sign-in page. */
export const pick = <P extends TProperties, const K extends readonly (keyof P & string)[]>(from: TObject<P>, names: K) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, from.properties[name]])) as Pick<P, K[number]>)

/** An object without some of its properties. */
export const omit = <P extends TProperties, const K extends readonly (keyof P & string)[]>(from: TObject<P>, names: K) =>
  Type.Object(Object.fromEntries(Object.entries(from.properties).filter(([name]) => !names.includes(name))) as Omit<P, K[number]>)

/** Values by names that are not known in advance. */
export const record = <V extends TSchema>(value: V) =>
  Type.Unsafe<Record<string, Static<V>>>({ type: 'object', patternProperties: { '^.*$': value } })

/** Exactly this many bytes in base64. */
export const base64 = (bytes: number) => {
  const padding = (3 - (bytes % 3)) % 3
  const characters = Math.ceil(bytes / 3) * 4
  return Type.String({ pattern: `^[A-Za-z0-9+/]{${characters - padding}}={${padding}}$`, maxLength: characters })
}

/** One value of an enumeration. */
export const oneOf = <N extends EnumName>(name: N) =>
  Type.Unsafe<EnumValue<N>>({ type: 'string', enum: [...enums[name]], enumeration: name })

/** Instant, ISO 8601 in UTC with milliseconds. */
export const instant = () => Type.String({ format: 'date-time', pattern: patterns.instant, rule: 'instant' })

/** Calendar day, YYYY-MM-DD. */
export const day = () => Type.String({ format: 'date', pattern: patterns.day, rule: 'day' })

export const optional = Type.Optional

/** A value that may be null in an answer. */
export const nullable = <S extends TSchema>(schema: S) => Type.Unsafe<Static<S> | null>({ ...schema, nullable: true })

/** An input: unknown fields are refused, so that no column can be smuggled in. */
export const input = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

export const noInput = input({})

/** An answer without data. */
export const nothing = Type.Null()

/** The id of a row that a write created or changed. */
export const rowId = Type.Object({ id: id() })

const paging = {
  pageNum: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: limits.defaultPageSize })),
  /** Continues after a row: `next` of the page before. This is how a list is read beyond `limits.totalCap`. */
  cursor: Type.Optional(Type.String({ maxLength: 1_000 })),
  keyword: Type.Optional(Type.String({ maxLength: 60 })),
  startTime: Type.Optional(instant()),
  endTime: Type.Optional(instant()),
}

/**
 * Input of a `page` endpoint: paging, keyword and date range, the list's own filters, and the columns it may be sorted by
 * (`sort` names one, `order` the direction).
 */
export const pageInput = <F extends TProperties, const S extends readonly string[]>(filters: F, sortable: S) =>
  input({
    ...paging,
    ...filters,
    sort: Type.Optional(Type.Unsafe<S[number]>({ type: 'string', enum: [...sortable] })),
    order: Type.Optional(Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'] })),
  })

/**
 * What a `page` endpoint returns about its list. `total` counts up to `limits.totalCap`; if there are more, `totalCapped` says so.
 * `next` is the cursor of the next page, if there is one.
 */
export const pageFacts = { total: Type.Integer(), totalCapped: Type.Boolean(), next: Type.Optional(Type.String()) }

/** Answer of a `page` endpoint. */
export const pageOf = <R extends TSchema>(row: R) => Type.Object({ list: Type.Array(row), ...pageFacts })

/** Filter fields of the zone search field (specification section 2). */
export const zoneFilter = {
  country: Type.Optional(Type.String({ maxLength: 12 })),
  province: Type.Optional(Type.String({ maxLength: 12 })),
  city: Type.Optional(Type.String({ maxLength: 12 })),
  region: Type.Optional(Type.String({ maxLength: 12 })),
}

/** Answer of a `select` endpoint: what a drop-down shows. */
export const options = Type.Array(Type.Object({ value: id(), label: Type.String() }))

/** Who created and last changed a row; part of every row that people edit. `version` guards against stale edits. */
export const tracked = {
  version: Type.Integer(),
  createdAt: instant(),
  createdBy: nullable(Type.String()),
  updatedAt: instant(),
  updatedBy: nullable(Type.String()),
}

/** The version that an edit was made from; a stale one answers 409 and names the other editor. */
export const version = () => Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export type Page<T> = { list: T[]; total: number; totalCapped: boolean; next?: string }
export type { Static, TObject, TSchema }
export { Type }

/**
 * A name in one of two languages. One of the pair is enough: somebody who works in English need not know the Chinese one, nor the other way
 * round, and whoever reads in the other language sees the same name. `other` is the other field of the pair.
 */
export const eitherName = (other: string, max: number) => optional(Type.String({ minLength: 1, maxLength: max, either: other }))

/** Both names of a pair. Undefined: neither was given. */
export const bothNames = (
  zh: string | undefined,
  en: string | undefined,
): { readonly zh: string; readonly en: string } | undefined => {
  const any = zh ?? en
  return any === undefined ? undefined : { zh: zh ?? any, en: en ?? any }
}
