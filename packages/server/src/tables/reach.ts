import { sql, type RawBuilder } from 'kysely'
import type { TableName } from './index.ts'

/** How people reach rows through other tables: what `platform/database/scope.ts` builds its conditions from. `Id`: a value or a column. */
type Id = number | RawBuilder<unknown>

/** The ids of an account's own projects: those it created, and those where it works on an open order. */
export const ownProjects = (accountId: Id): RawBuilder<number> => sql`
  select project.id from project where project.created_by = ${accountId}
  union all select work_order.project_id from order_engineer join work_order on work_order.id = order_engineer.order_id
  where order_engineer.account_id = ${accountId} and work_order.status not in ('complete', 'cancelled') and work_order.deleted_at is null`

/** The ids of the projects that are assigned to an account. */
export const assignedProjects = (accountId: Id): RawBuilder<number> =>
  sql`select account_project.project_id from account_project where account_project.account_id = ${accountId}`

/** The ids of the projects chosen for a key of the open platform. */
export const projectsOfKey = (keyId: Id): RawBuilder<number> =>
  sql`select open_access_project.project_id from open_access_project where open_access_project.access_id = ${keyId}`

export const projectsOfProvince = (province: string): RawBuilder<number> =>
  sql`select project.id from project where project.province = ${province}`

export const customersOfProjects = (projects: RawBuilder<number>): RawBuilder<number> => sql`
  select project.customer_id from project where project.deleted_at is null and project.id in (${projects})`

/** The accounts to which one of some projects is assigned. */
export const accountsOfProjects = (projects: RawBuilder<number>): RawBuilder<number> =>
  sql`select account_project.account_id from account_project where account_project.project_id in (${projects})`

export const ordersOfEngineer = (accountId: Id): RawBuilder<number> =>
  sql`select order_id from order_engineer where account_id = ${accountId}`

export const devicesOfUser = (accountId: Id): RawBuilder<number> =>
  sql`select device_id from device_user where account_id = ${accountId}`

/** The table that says where a row's gateway is. */
export const gatewayTable = 'gateway' satisfies TableName

/**
 * What holds file ids of a project. Whoever sees the project's plans, documents, photos and videos may open them, although the file rows
 * name no project. Orders are last, because they take longest.
 */
export const filesOfProjects = [
  ['floor_plan', sql`floor_plan.image`],
  ['project_document', sql`unnest(project_document.files)`],
  ['alarm_note', sql`unnest(alarm_note.photos || alarm_note.videos)`],
  ['alarm_closing', sql`unnest(alarm_closing.photos)`],
  ['alarm_file', sql`alarm_file.file_id`],
  ['user_feedback', sql`unnest(user_feedback.photos)`],
  [
    'work_order',
    sql`unnest(work_order.photos || work_order.complete_photos || work_order.signature_image
      || array(select unnest(order_device.photos) from order_device where order_device.order_id = work_order.id)
      || array(select unnest(order_check.photos) from order_check where order_check.order_id = work_order.id))`,
  ],
] as const satisfies readonly (readonly [TableName, RawBuilder<unknown>])[]

/** Objects of live events, with the table whose `project_id` tells in which project an event about one of them happened. */
export const placedObjects = { order: 'work_order', gateway: 'gateway', device: 'device' } as const satisfies Readonly<
  Record<string, TableName>
>

/** The people who see an event because they work on its object, by kind, given the object's id. */
export const peopleOfObjects: Readonly<Record<string, (id: RawBuilder<unknown>) => RawBuilder<number>>> = {
  order: (id) => sql`
    select order_engineer.account_id from order_engineer where order_id = ${id}
    union all select created_by from work_order where id = ${id} and created_by is not null`,
}
