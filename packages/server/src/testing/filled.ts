import type { TSchema } from '@emberwatch/contract'
import type { TableName } from '../tables/index.ts'
import { sampleOf, type RefValues } from './sample.ts'

interface Node {
  readonly type?: string
  readonly ref?: TableName
  readonly rule?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
}

/** Times to come, but no more than two years ahead. */
const nextYear = new Date().getUTCFullYear() + 1

/** Texts that satisfy the contract's named rules. */
const ruled: Readonly<Record<string, (n: number, field: string) => string>> = {
  account: (n, field) => `${field.slice(0, 8)}${n}`,
  phone: (n) => `1380000000${n}`,
  email: (n, field) => `${field}${n}@example.com`,
  version: (n) => `1.${n}.000`,
  pushUrl: (n) => `https://example.com/push/${n}`,
  storeUrl: (n) => `https://example.com/store/${n}`,
  deviceCode: (n, field) => `FILLED-${field.toUpperCase()}-${n}`,
  orgCode: (n, field) => `FILLED-${field.toUpperCase()}-${n}`,
  imei: (n) => `86000000000000${n}`,
  domain: (n, field) => `${field.toLowerCase()}${n}.example.com`,
  day: (n) => `${nextYear}-01-0${n}`,
  instant: (n) => `${nextYear}-01-0${n}T00:00:00.000Z`,
}
const zones: readonly Readonly<Record<string, string>>[] = [
  { country: 'CN', province: '330000', city: '330100', region: '330102' },
  { country: 'CN', province: '110000', city: '110100', region: '110101' },
]

/** A value for every field of an input, different for each field and for each `n` (1 or 2) where the schema allows it. */
export const fillSchema = (schema: TSchema, refs: RefValues, n: number, field = ''): unknown => {
  const node = schema as Node
  if (node.ref) return refs(node.ref)
  if (node.enum) return node.enum.at(n === 1 ? -1 : 0)
  const zone = zones[n - 1]?.[field]
  if (zone) return zone
  switch (node.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {}).map(([name, inner]) => [name, fillSchema(inner, refs, n, name)]),
      )
    case 'array':
      return node.items ? [fillSchema(node.items, refs, n, field)] : []
    case 'integer':
    case 'number':
      return Math.min((node.minimum ?? 0) + n, node.maximum ?? Infinity)
    case 'boolean':
      return n === 1
    case 'string':
      if (node.rule) return ruled[node.rule]?.(n, field)
      if (node.pattern?.startsWith('^([01]')) return `0${n}:30`
      if (node.pattern?.startsWith('^#')) return `#2b7fd${n}`
      if (node.pattern) return sampleOf(schema, refs)
      return `${field} ${n}`.slice(-(node.maxLength ?? 99))
    default:
      return sampleOf(schema, refs)
  }
}

const seenWord = (answer: string, field: string, value: unknown): boolean => {
  const word = JSON.stringify(value)
  // With what follows: 2 is not 20.
  if ([',', '}', ']'].some((end) => answer.includes(`"${field}":${word}${end}`))) return true
  // A text of its own may be under another name. An id may be one of a named row.
  if (typeof value === 'string') return value.length > 7 && answer.includes(word)
  const named = /^(.+?)Ids?$/.exec(field)?.[1]
  return named !== undefined && new RegExp(`"${named}s?":.*"id":${word}[,}]`).test(answer)
}

/** Whether a value that was sent in a field is in an answer: under the name of the field, or one that says the same. */
export const isSeen = (answer: string, field: string, value: unknown): boolean => {
  if (seenWord(answer, field, value)) return true
  if (Array.isArray(value)) return value.every((each) => isSeen(answer, field, each))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([name, inner]) => isSeen(answer, name, inner))
}
