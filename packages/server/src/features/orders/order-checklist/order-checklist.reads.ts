import type { CheckItem, endpoints, EnumValue, InputOf, OrderChecklistRow, OutputOf } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'

type Checklist = typeof endpoints.orderChecklist

const read = (ctx: Ctx, ids: number[]): Promise<OrderChecklistRow[]> =>
  ctx.db
    .selectFrom('order_checklist')
    .leftJoin('project_type', 'project_type.id', 'order_checklist.type_id')
    .select(fields('order_checklist', ['id', 'kind', 'typeId', 'enabled', 'items']))
    .select(['project_type.name_zh as typeNameZh', 'project_type.name_en as typeNameEn'])
    .select(sql<number>`jsonb_array_length(order_checklist.items)`.as('itemCount'))
    .select(tracked('order_checklist'))
    .where('order_checklist.id', 'in', ids)
    .execute()

export const pageOrderChecklists = (ctx: Ctx, input: InputOf<Checklist['page']>): Promise<OutputOf<Checklist['page']>> => {
  let rows = filtered(ctx.db.selectFrom('order_checklist'), 'order_checklist', input, {
    equal: ['kind', 'typeId', 'enabled'],
    between: 'created_at',
  })
  if (input.keyword) {
    rows = rows.where(sql<boolean>`order_checklist.items::text ilike ${containing(input.keyword)}`)
  }
  return listPage<OrderChecklistRow>(ctx.db, input, {
    rows,
    key: 'order_checklist.id',
    sorts: { createdAt: 'order_checklist.created_at', updatedAt: 'order_checklist.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

/**
 * The questions for a new order: those of its project's type, or else those for all types. As SQL, because plans create many orders
 * in one statement. `kind` and `typeId` are expressions.
 */
export const checklistOf = (kind: ReturnType<typeof sql>, typeId: ReturnType<typeof sql>) => sql<CheckItem[]>`coalesce((
  select list.items from order_checklist list
   where list.kind = ${kind} and list.enabled and (list.type_id = ${typeId} or list.type_id is null)
   order by list.type_id nulls last limit 1), '[]'::jsonb)`

/** The questions for a new order of a project. */
export const checklistForProject = async (
  db: Kysely<Tables>,
  kind: EnumValue<'orderKind'>,
  projectId: number,
): Promise<CheckItem[]> => {
  const { items } = await db
    .selectFrom('project')
    .select(checklistOf(sql`${kind}`, sql.ref('project.type_id')).as('items'))
    .where('project.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return items
}
