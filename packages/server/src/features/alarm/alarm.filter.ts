import { parseAlarmCode, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { hasKeyword } from '../../platform/keyword.ts'
import type { Tables } from '../../tables/index.ts'

/** The list's input; a customer's alarms are the same list narrowed once more. */
export type AlarmFilter = InputOf<typeof endpoints.alarm.page> & { readonly customerId?: number }

export const openStates = ['unconfirmed', 'confirmed'] as const
const closedStates = ['cleared', 'misreport'] as const

/**
 * Up to so many devices or projects are handed over as ids, for which an index is at hand. What more fit is found soon by walking the list itself,
 * while planning for 10,000 ids took half a second.
 */
const idLimit = 1_000

/** Devices and projects are small beside alarms, and theirs are the columns with an index on parts of words. */
const pointingAt = (keyword: string) => ({
  devices: (e: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>) =>
    e
      .selectFrom('device')
      .select('device.id')
      .where(hasKeyword(['device.code', 'device.name', 'device.room_number'], keyword)),
  projects: (e: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>) =>
    e
      .selectFrom('project')
      .select('project.id')
      .where(hasKeyword(['project.name'], keyword)),
})

const anyOf = (column: string, ids: readonly { id: number }[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids.map((row) => row.id)}::bigint[])`

type Alarms = SelectQueryBuilder<Tables, 'alarm', object>

/** A keyword is an alarm's number, or a part of a device's code or name, of a room, or of a project's name. */
const withKeyword = async (ctx: Ctx, rows: Alarms, keyword: string): Promise<Alarms> => {
  const number = parseAlarmCode(keyword)
  if (number) {
    return rows
      .where('alarm.id', '=', number.id)
      .where('alarm.first_at', '>=', number.from)
      .where('alarm.first_at', '<', number.to)
  }
  const { devices, projects } = pointingAt(keyword)
  const [deviceIds, projectIds] = await Promise.all([
    devices(ctx.db)
      .limit(idLimit + 1)
      .execute(),
    projects(ctx.db)
      .limit(idLimit + 1)
      .execute(),
  ])
  return rows.where((e) =>
    e.or([
      deviceIds.length > idLimit ? e('alarm.device_id', 'in', devices(e)) : anyOf('alarm.device_id', deviceIds),
      projectIds.length > idLimit ? e('alarm.project_id', 'in', projects(e)) : anyOf('alarm.project_id', projectIds),
      // Nobody registered the device: its code as it was sent.
      e.and([e('alarm.device_id', 'is', null), hasKeyword(['alarm.device_code'], keyword)]),
    ]),
  )
}

/** The caller's alarms that an input asks for. */
export const filteredAlarms = async (ctx: Ctx, input: AlarmFilter): Promise<Alarms> => {
  let rows: Alarms = ctx.db.selectFrom('alarm')
  if (input.state) rows = rows.where('alarm.state', '=', input.state)
  if (input.open !== undefined) rows = rows.where('alarm.state', 'in', input.open ? openStates : closedStates)
  if (input.breached !== undefined) {
    const now = ctx.clock.now().toISOString()
    // Only an unconfirmed alarm has a clock; saying so lets the index of open alarms answer.
    rows = input.breached
      ? rows.where('alarm.state', '=', 'unconfirmed').where('alarm.acknowledge_due_at', '<', now)
      : rows.where((e) => e.or([e('alarm.acknowledge_due_at', 'is', null), e('alarm.acknowledge_due_at', '>=', now)]))
  }
  if (input.level) rows = rows.where('alarm.level', '=', input.level)
  if (input.typeId !== undefined) rows = rows.where('alarm.type_id', '=', input.typeId)
  if (input.projectId !== undefined) rows = rows.where('alarm.project_id', '=', input.projectId)
  if (input.customerId !== undefined) rows = rows.where('alarm.customer_id', '=', input.customerId)
  if (input.deviceId !== undefined) rows = rows.where('alarm.device_id', '=', input.deviceId)
  if (input.test !== undefined) rows = rows.where('alarm.test', '=', input.test)
  if (input.startTime) rows = rows.where('alarm.first_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('alarm.first_at', '<=', input.endTime)
  return input.keyword ? withKeyword(ctx, rows, input.keyword) : rows
}
