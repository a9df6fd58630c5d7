import { faultCode, type endpoints, type InputOf, type OutputOf, type RepairGroup } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, texts } from '../../../platform/i18n.ts'

type Info = OutputOf<typeof endpoints.faultRepair.infoForRepair>

const readFaults = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('fault')
    .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
    .innerJoin('company', 'company.id', 'fault.company_id')
    .leftJoin('project', (join) => join.onRef('project.id', '=', 'fault.project_id').on('project.deleted_at', 'is', null))
    .leftJoin('gateway', 'gateway.id', 'fault.gateway_id')
    .leftJoin('device', (join) =>
      // A device that has left the project cannot be repaired there.
      join
        .onRef('device.id', '=', 'fault.device_id')
        .onRef('device.project_id', '=', 'fault.project_id')
        .on('device.deleted_at', 'is', null),
    )
    .leftJoin('work_order as order', (join) => join.onRef('order.id', '=', 'fault.order_id').on('order.deleted_at', 'is', null))
    .select(['fault.id', 'fault.state', 'fault.first_at as firstAt', 'fault.device_id as reportedBy'])
    .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn'])
    .select(['project.id as projectId', 'project.name as projectName', 'project.audit'])
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
    .select(['device.id as deviceId', 'device.code as deviceCode', 'device.name as deviceName'])
    .select(['device.room_number as roomNumber', 'gateway.code as gatewayCode', 'order.code as orderCode'])
    .select(sql<boolean>`fault.point like '%/%'`.as('unregistered'))
    .where('fault.id', 'in', [...ids])
    .orderBy('fault.id')
    .execute()

type Found = Awaited<ReturnType<typeof readFaults>>[number]

/** Why no order can be created from a fault. */
const refusalOf = (ctx: Ctx, fault: Found): string | undefined => {
  const { reasons } = texts[ctx.locale]
  if (fault.state === 'processing') return `${enumLabel(ctx.locale, 'faultState', fault.state)}: ${fault.orderCode ?? '—'}`
  if (fault.state === 'solved') return enumLabel(ctx.locale, 'faultState', fault.state)
  if (fault.projectId === null) return reasons.faultWithoutProject
  if (fault.unregistered) return reasons.faultUnregistered
  if (fault.reportedBy !== null && fault.deviceId === null) return reasons.faultDeviceLeft
  return undefined
}

const groupOf = (projectId: number, faults: readonly Found[]): RepairGroup => {
  const devices = new Map(
    faults.flatMap(({ deviceId: id, deviceCode, deviceName, roomNumber }) =>
      id === null ? [] : [[id, { id, code: deviceCode ?? '', name: deviceName ?? '', roomNumber }] as const],
    ),
  )
  return {
    projectId,
    projectName: faults[0]?.projectName ?? '',
    approved: faults[0]?.audit === 'approved',
    devices: [...devices.values()],
    faults: faults.map(({ id, firstAt, timeZone, typeNameZh, typeNameEn, deviceCode, gatewayCode, roomNumber }) => ({
      id,
      code: faultCode(id, firstAt, timeZone),
      typeNameZh,
      typeNameEn,
      firstAt,
      deviceCode,
      gatewayCode,
      roomNumber,
    })),
  }
}

/** The repair orders that can be created from faults: one per project. */
export const infoForRepair = async (ctx: Ctx, { ids }: InputOf<typeof endpoints.faultRepair.infoForRepair>): Promise<Info> => {
  const found = (await readFaults(ctx, ids)).map((fault) => ({ fault, msg: refusalOf(ctx, fault) }))
  const fit = found.flatMap(({ fault, msg }) => (msg === undefined ? [fault] : []))
  return {
    groups: [...Map.groupBy(fit, ({ projectId }) => projectId ?? 0)].map(([projectId, faults]) => groupOf(projectId, faults)),
    refused: found.flatMap(({ fault, msg }) =>
      msg === undefined ? [] : [{ id: fault.id, code: faultCode(fault.id, fault.firstAt, fault.timeZone), msg }],
    ),
  }
}
