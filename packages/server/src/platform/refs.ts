import { DomainError, type TSchema } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { TableName, Tables } from '../tables/index.ts'
import { softDeletedTables } from '../tables/facts.ts'
import { fromTable } from './database/any-table.ts'

interface FoundRef {
  readonly entity: TableName
  readonly field: string
  readonly value: number | string
}

interface SchemaNode {
  readonly ref?: TableName
  readonly type?: string
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
}

/** Every ref in an input, also inside arrays and nested objects (contract: kernel/schema.ts, `ref`). */
export const refsIn = (schema: TSchema, value: unknown, field = ''): FoundRef[] => {
  const node = schema as SchemaNode
  if (value === undefined || value === null) return []
  if (node.ref) return [{ entity: node.ref, field, value: value as number | string }]
  if (node.type === 'array' && node.items && Array.isArray(value)) {
    const items = node.items
    return value.flatMap((each) => refsIn(items as TSchema, each, field))
  }
  if (node.properties && typeof value === 'object') {
    return Object.entries(node.properties).flatMap(([name, inner]) =>
      refsIn(inner as TSchema, (value as Record<string, unknown>)[name], name),
    )
  }
  return []
}

/**
 * Rejects an input that refers, in any field, to a row outside the caller's scope.
 * @param db the caller's scoped database
 * @throws DomainError notFound naming the field, alike for a foreign and a missing row, so that nothing is revealed
 */
export const assertVisible = async (db: Kysely<Tables>, schema: TSchema, value: unknown): Promise<void> => {
  const byEntity = Map.groupBy(refsIn(schema, value), (found) => found.entity)
  for (const [entity, found] of byEntity) {
    const wanted = [...new Set(found.map((each) => each.value))]
    let query = fromTable(db, entity).select('row.id').where('row.id', 'in', wanted)
    if (softDeletedTables.has(entity)) query = query.where('row.deleted_at', 'is', null)
    const rows = await query.execute()
    if (rows.length === wanted.length) continue
    const seen = new Set(rows.map((row) => row.id))
    throw new DomainError('notFound', {}, found.find((each) => !seen.has(each.value))?.field)
  }
}
