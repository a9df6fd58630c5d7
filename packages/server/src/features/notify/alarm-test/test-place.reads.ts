import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { RaiseTestAlarm } from '../../../platform/feature.ts'

type Input = InputOf<typeof endpoints.alarmTest.raise>
type Place = Omit<Parameters<RaiseTestAlarm>[0], 'by'>
interface Placed {
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
  readonly project_id: number | null
}

const ownerOf = async ({ systemDb }: Ctx, row: Placed): Promise<Place['owner']> => {
  const project =
    row.project_id === null
      ? undefined
      : await systemDb.selectFrom('project').select(['name', 'time_zone']).where('id', '=', row.project_id).executeTakeFirst()
  const company = await systemDb
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  return {
    companyId: row.company_id,
    path: row.path,
    customerId: row.customer_id,
    projectId: row.project_id,
    projectName: project?.name ?? null,
    timeZone: project?.time_zone ?? company.time_zone,
  }
}

const gatewayRow = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('gateway')
    .select(['id', 'code', 'name', 'company_id', 'path', 'customer_id', 'project_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Where the test alarm is to be, as the caller sees it. Undefined: it is gone, or in no project. */
export const testPlace = async (ctx: Ctx, { deviceId, gatewayId, projectId }: Input): Promise<Place | undefined> => {
  if (deviceId !== undefined) {
    const device = await ctx.db
      .selectFrom('device')
      .select(['id', 'code', 'name', 'room_number', 'gateway_id', 'company_id', 'path', 'customer_id', 'project_id'])
      .where('id', '=', deviceId)
      .where('deleted_at', 'is', null)
      .where('scrapped_at', 'is', null)
      .executeTakeFirst()
    if (!device || device.project_id === null) return undefined
    const gateway = device.gateway_id === null ? undefined : await gatewayRow(ctx, device.gateway_id)
    const { id, code, name, room_number: roomNumber } = device
    return { owner: await ownerOf(ctx, device), gateway: gateway ?? null, device: { id, code, name, roomNumber } }
  }
  if (gatewayId !== undefined) {
    const gateway = await gatewayRow(ctx, gatewayId)
    return gateway === undefined || gateway.project_id === null
      ? undefined
      : { owner: await ownerOf(ctx, gateway), gateway, device: null }
  }
  const project = await ctx.db
    .selectFrom('project')
    .select(['id as project_id', 'company_id', 'path', 'customer_id'])
    .where('id', '=', projectId ?? 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return project && { owner: await ownerOf(ctx, project), gateway: null, device: null }
}
