import type { endpoints, InputOf, OutputOf, UpgradeDeviceRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { seenIn } from '../../../platform/keyword.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Device = typeof endpoints.upgradeDevice
type PageInput = InputOf<Device['page']>

const rowsOf = (ctx: Ctx, ids: readonly number[]): Promise<UpgradeDeviceRow[]> =>
  ctx.db
    .selectFrom('upgrade_device')
    .leftJoin('device', 'device.id', 'upgrade_device.device_id')
    .innerJoin('gateway', 'gateway.id', 'upgrade_device.gateway_id')
    .leftJoin('project', 'project.id', 'upgrade_device.project_id')
    .select(fields('upgrade_device', ['id', 'taskId', 'deviceId', 'gatewayId', 'code', 'projectId', 'wave', 'state']))
    .select(fields('upgrade_device', ['initialVersion', 'fromVersion', 'stepVersion', 'toVersion', 'percent', 'attempts']))
    .select(fields('upgrade_device', ['hold', 'failure', 'error', 'battery', 'signal', 'offeredAt', 'heardAt', 'notBefore']))
    .select(fields('upgrade_device', ['dueAt', 'startedAt', 'endedAt']))
    .select('project.name as projectName')
    // People of the device's company see its upgrades, but nothing more of a task that belongs to a company above them.
    .select((e) => {
      const task = e.selectFrom('upgrade_task as task').whereRef('task.id', '=', 'upgrade_device.task_id')
      return [task.select('task.name').as('taskName'), task.select('task.state').as('taskState')]
    })
    // The present name of a device that has left is not shown to its former owner.
    .select(
      sql<string | null>`case when upgrade_device.device_id is null
        then case when gateway.path = upgrade_device.path then gateway.name end
        else case when device.path = upgrade_device.path then device.name end end`.as('name'),
    )
    .where('upgrade_device.id', 'in', ids)
    .execute()

/** Codes of one batch start alike and differ in their last characters, so only these are looked up in the index. */
const tellingChars = 6

const filteredDevices = (ctx: Ctx, input: PageInput) => {
  const { deviceId, gatewayId, keyword } = input
  let rows = filtered(ctx.db.selectFrom('upgrade_device'), 'upgrade_device', input, {
    equal: ['taskId', 'state', 'wave', 'hold', 'failure'],
    between: 'offered_at',
  })
  if (keyword) {
    const end = containing(Array.from(keyword).slice(-tellingChars).join(''))
    rows = rows.where('upgrade_device.code', 'ilike', end).where(seenIn('upgrade_device.code', keyword))
  }
  if (deviceId !== undefined) rows = rows.where('upgrade_device.point', '=', `d${deviceId}`)
  if (gatewayId !== undefined) rows = rows.where('upgrade_device.point', '=', `g${gatewayId}`)
  return rows
}

export const pageDevices = (ctx: Ctx, input: PageInput): Promise<OutputOf<Device['page']>> =>
  listPage<UpgradeDeviceRow>(ctx.db, input, {
    rows: filteredDevices(ctx, input),
    key: 'upgrade_device.id',
    sorts: { createdAt: 'upgrade_device.id' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => rowsOf(ctx, ids),
  })

/** Registered with the exports. */
export const upgradeDeviceExport: ExportDefinition = {
  columns: [
    { field: 'taskName', width: 30 },
    { field: 'code' },
    { field: 'name', width: 30 },
    { field: 'projectName', width: 30 },
    { field: 'wave', width: 8, text: (row) => String(Number(row['wave']) + 1) },
    { field: 'initialVersion', width: 12 },
    { field: 'toVersion', width: 12 },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'upgradeDeviceState', row['state']) },
    { field: 'percent', width: 8 },
    { field: 'attempts', width: 8 },
    {
      field: 'hold',
      width: 24,
      text: (row, locale) => (row['hold'] === null ? '' : enumLabel(locale, 'upgradeHold', row['hold'])),
    },
    {
      field: 'failure',
      width: 24,
      text: (row, locale) => (row['failure'] === null ? '' : enumLabel(locale, 'upgradeFailure', row['failure'])),
    },
    { field: 'error', label: 'lastError', width: 40 },
    { field: 'battery', width: 8 },
    { field: 'signal', width: 8 },
    { field: 'offeredAt' },
    { field: 'heardAt' },
    { field: 'endedAt' },
  ],
  page: (ctx, input) => pageDevices(ctx, input as PageInput),
}

export const exportDevices = (ctx: Ctx, input: InputOf<Device['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'upgradeDevice', input)
