import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { dependantLimit, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { gatewaysToMove, leaveGatewayPlaces, placeGateway } from './bind-gateways.ts'
import { auditGateway, emitGateway } from './gateway.events.ts'
import { devicesBehind } from './gateway.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/**
 * Returns gateways from their projects to their company's stock. Their devices would fall silent, so these are unbound or moved first.
 * Alarms, faults and the trace stay with the project.
 */
export const unbindGateways = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.unbind>): Promise<null> =>
  transact(ctx, async (write) => {
    const gateways = await gatewaysToMove(ctx, write, input.ids, 'project')
    const ids = gateways.map(({ id }) => id)
    refuseInUse(await devicesBehind(write.systemDb, ids, dependantLimit), (path) => isBelow(path, ctx.actor.companyPath))
    const projectIds = [...new Set(gateways.flatMap(({ project_id }) => project_id ?? []))]
    const projects = await write.db.selectFrom('project').select(['id', 'name']).where('id', 'in', projectIds).execute()
    const nameOf = new Map(projects.map(({ id, name }) => [id, name]))
    await leaveGatewayPlaces(write, gateways)
    for (const gateway of gateways) {
      const { company_id, path } = gateway
      // Its trace up to here belongs to the project.
      await recordTrace(write, [
        { gatewayId: gateway.id, code: gateway.code, step: 'unbound', from: nameOf.get(gateway.project_id ?? 0) ?? null },
      ])
      const place = { company_id, path, customer_id: null, project_id: null, bound_at: null, stocked_at: write.at }
      await placeGateway(write, gateway, place)
      auditGateway(write, 'gateway.unbind', gateway, place)
      emitGateway(write, 'unbound', gateway.id, [gateway, place])
    }
    await invalidateGatewayCache(
      write.systemDb,
      gateways.map(({ code }) => code),
    )
    return null
  })
