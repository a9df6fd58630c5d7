import type { TSchema } from '@emberwatch/contract'
import type { TableName } from '../tables/index.ts'

interface SchemaNode {
  readonly type?: string
  readonly ref?: TableName
  readonly rule?: string
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly minItems?: number
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
}

/** Texts that satisfy the contract's named rules. */
const ruled: Readonly<Record<string, string>> = {
  account: 'sample1',
  phone: '13800000000',
  email: 'desk@example.com',
  version: '1.2.003',
  pushUrl: 'https://example.com/push',
  storeUrl: 'https://example.com/store',
  deviceCode: 'SAMPLE-1',
  communicationCode: 'SAMPLE-1',
  orgCode: 'SAMPLE-1',
  imei: '860000000000001',
  linkKey: '0'.repeat(32),
  domain: 'sample.example.com',
  day: '2026-01-01',
  instant: '2026-01-01T00:00:00.000Z',
}

/** Nested areas, by their names in inputs. */
const zone: Readonly<Record<string, string>> = { country: 'CN', province: '330000', city: '330100', region: '330102' }

/** The id that represents a row of an entity in a sample. */
export type RefValues = (entity: TableName) => number | string

/** A value that satisfies a schema. Optional fields are filled too, so that every ref of the input is present. */
export const sampleOf = (schema: TSchema, refs: RefValues): unknown => {
  const node = schema as SchemaNode
  if (node.ref) return refs(node.ref)
  if (node.enum) return node.enum[0]
  switch (node.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {}).map(([name, inner]) => [name, zone[name] ?? sampleOf(inner as TSchema, refs)]),
      )
    case 'array':
      return node.items ? [sampleOf(node.items as TSchema, refs)] : []
    case 'integer':
    case 'number':
      return node.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      if (node.rule) return ruled[node.rule]
      if (node.pattern === '^[0-9a-f]{32}$') return '0'.repeat(32)
      if (node.pattern === '^[0-9A-Fa-f]{64}$') return '0'.repeat(64)
      if (node.pattern === '^[A-Za-z0-9+/]{86}={2}$') return `${'A'.repeat(86)}==`
      if (node.pattern === '^[A-Za-z0-9+/]{43}={1}$') return `${'A'.repeat(43)}=`
      if (node.pattern?.startsWith('^AC')) return `AC${'0'.repeat(32)}`
      if (node.pattern?.startsWith('^(mailto')) return 'mailto:desk@example.com'
      if (node.pattern?.startsWith('^https')) return 'https://example.com/sample'
      if (node.pattern?.startsWith('^(https')) return 'https://example.com/sample'
      if (node.pattern?.startsWith('^#')) return '#2b7fd6'
      // A time of day.
      if (node.pattern?.startsWith('^([01]')) return '08:00'
      return 'sample'.padEnd(Math.max(node.minLength ?? 1, 6), 'x')
    default:
      return 'sample'
  }
}

/** The refs of an input: the path to each, and the entity. */
export const refPaths = (
  schema: TSchema,
  path: readonly (string | number)[] = [],
): { path: readonly (string | number)[]; entity: TableName }[] => {
  const node = schema as SchemaNode
  if (node.ref) return [{ path, entity: node.ref }]
  if (node.items) return refPaths(node.items as TSchema, [...path, 0])
  return Object.entries(node.properties ?? {}).flatMap(([name, inner]) => refPaths(inner as TSchema, [...path, name]))
}

/** The paths to the objects inside an input, through lists to their first entry. */
export const objectPaths = (schema: TSchema, path: readonly (string | number)[] = []): (readonly (string | number)[])[] => {
  const node = schema as SchemaNode
  if (node.items) return objectPaths(node.items as TSchema, [...path, 0])
  const inner = Object.entries(node.properties ?? {}).flatMap(([name, each]) => objectPaths(each as TSchema, [...path, name]))
  return node.properties && path.length > 0 ? [path, ...inner] : inner
}

/** A copy of `value` with `leaf` at `path`. */
export const withAt = (value: unknown, path: readonly (string | number)[], leaf: unknown): unknown => {
  const [head, ...rest] = path
  if (head === undefined) return leaf
  if (Array.isArray(value)) return value.map((each, index) => (index === head ? withAt(each, rest, leaf) : each))
  const record = value as Record<string, unknown>
  return { ...record, [head]: withAt(record[head], rest, leaf) }
}

/** The same with the caller's own item in front of a ref inside an array, so that the foreign one is hidden behind it. */
export const hiddenInArray = (value: unknown, path: readonly (string | number)[], own: unknown): unknown => {
  const [head, ...rest] = path
  if (head === undefined) return value
  if (Array.isArray(value)) return rest.length === 0 ? [own, ...value] : value.map((each) => hiddenInArray(each, rest, own))
  const record = value as Record<string, unknown>
  return { ...record, [head]: hiddenInArray(record[head], rest, own) }
}
