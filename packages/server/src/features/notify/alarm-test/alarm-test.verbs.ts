import { type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { RaiseTestAlarm } from '../../../platform/feature.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { openStates } from '../../alarms/alarm/alarm.filter.ts'
import { transitionAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'

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
const testPlace = async (ctx: Ctx, { deviceId, gatewayId, projectId }: Input): Promise<Place | undefined> => {
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

/**
 * Raises a test fire alarm at a device, a gateway or a project. From there on everything is as with a fire that was reported, except that
 * it is marked as a test everywhere, counts as one, and starts no linked rule.
 * @throws DomainError invalidInput unless exactly one place is named; precondition if that place is in no project, or no code reports a fire
 */
export const raiseTest =
  (raise: RaiseTestAlarm) =>
  async (ctx: Ctx, input: InputOf<typeof endpoints.alarmTest.raise>): Promise<{ id: number }> => {
    assertStaff(ctx)
    const named = (['deviceId', 'gatewayId', 'projectId'] as const).filter((name) => input[name] !== undefined)
    if (named.length !== 1) refuseField(ctx, named[1] ?? 'projectId', 'required')
    const place = await testPlace(ctx, input)
    if (place === undefined) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.testNoProject') })
    const id = await raise({ ...place, by: ctx.actor.accountId ?? 0 })
    if (id === null) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.testNoCode') })
    return transact(ctx, async (write) => {
      const { companyId, path, projectName } = place.owner
      const name = place.device?.name ?? place.gateway?.name ?? projectName ?? ''
      write.audit({ action: 'alarmTest.raise', object: { kind: 'alarm', id, name }, owner: { companyId, path } })
      return { id }
    })
  }

/** Nobody looks at a test any more after this time. */
const openForMs = 24 * 3_600_000
/** The rest follows the next time. */
const atOnce = 100

/**
 * Closes test alarms of people that nobody has closed: their places would be shown in alarm for ever, and a real alarm there would look like
 * nothing new. Nothing that was reported is ever closed like this: no report joins the point of such a test. Returns how many there were.
 */
export const closeOldTests = async (ctx: Ctx): Promise<number> => {
  const before = new Date(ctx.clock.now().getTime() - openForMs)
  const old = await ctx.systemDb
    .selectFrom('alarm')
    .select('id')
    .where('tried_by', 'is not', null)
    .where('state', 'in', openStates)
    .where('first_at', '<', before.toISOString())
    .orderBy('id')
    .limit(atOnce)
    .execute()
  const closer: Ctx = { ...ctx, actor: { ...ctx.actor, operations: new Set(['alarm:deal']) } }
  await oneByOne(old, ({ id }) =>
    transitionAlarm(closer, { id, action: 'deal', changes: (at) => ({ closed_at: at, closed_by: null, handle_way: 'drill' }) }),
  )
  return old.length
}
