import type { EnumValue, StoryStep } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { nameShown } from '../../../platform/mask.ts'

/** The subject of a story: devices that replaced one another, or a gateway. */
export interface Subject {
  readonly deviceIds: readonly number[]
  readonly gatewayId?: number
}

/** The newest steps of each source, up to this many. */
const maxOfEach = 300

const blank = {
  fromPlace: null,
  toPlace: null,
  typeNameZh: null,
  typeNameEn: null,
  state: null,
  alarmId: null,
  orderId: null,
  orderCode: null,
  orderKind: null,
  note: null,
  source: null,
  operator: null,
  companyName: null,
} as const satisfies Partial<StoryStep>

const recorded = async (ctx: Ctx, { deviceIds, gatewayId }: Subject): Promise<StoryStep[]> => {
  const rows = await ctx.db
    .selectFrom('device_trace as trace')
    .innerJoin('company', 'company.id', 'trace.company_id')
    .leftJoin('work_order as order', 'order.id', 'trace.order_id')
    .leftJoin('account as person', 'person.id', 'trace.actor_id')
    .select(['trace.at', 'trace.step', 'trace.code', 'trace.from_place as fromPlace', 'trace.to_place as toPlace', 'trace.note'])
    .select([
      'trace.failure as state',
      'trace.source',
      'order.id as orderId',
      'order.code as orderCode',
      'order.kind as orderKind',
    ])
    .select(['person.name as operator', 'person.type as operatorType', 'company.name as companyName'])
    .where((e) =>
      gatewayId === undefined
        ? e('trace.device_id', 'in', deviceIds)
        : e('trace.gateway_id', '=', gatewayId).and('trace.device_id', 'is', null),
    )
    .orderBy('trace.at', 'desc')
    .orderBy('trace.id', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map(({ operatorType, operator, ...row }) => ({
    ...blank,
    ...row,
    operator: nameShown(operatorType, operator),
  }))
}

/** A move between companies has a step for each end. Callers who see both get one. */
const joinedMoves = (steps: readonly StoryStep[]): StoryStep[] => {
  const joined: StoryStep[] = []
  for (const step of steps) {
    const last = joined.at(-1)
    const isOtherEnd =
      last !== undefined && step.step === 'moved' && last.step === 'moved' && last.at === step.at && last.code === step.code
    if (isOtherEnd)
      joined[joined.length - 1] = {
        ...last,
        fromPlace: last.fromPlace ?? step.fromPlace,
        toPlace: last.toPlace ?? step.toPlace,
        companyName: [step.companyName, last.companyName].filter(Boolean).join(' → '),
      }
    else joined.push(step)
  }
  return joined
}

const alarms = async (ctx: Ctx, { deviceIds, gatewayId }: Subject): Promise<StoryStep[]> => {
  if (!ctx.actor.operations.has('alarm:view')) return []
  const rows = await ctx.db
    .selectFrom('alarm')
    .innerJoin('alarm_type as type', 'type.id', 'alarm.type_id')
    .leftJoin('device', 'device.id', 'alarm.device_id')
    .leftJoin('gateway', 'gateway.id', 'alarm.gateway_id')
    .select(['alarm.id as alarmId', 'alarm.first_at as at', 'alarm.state', 'alarm.note', 'alarm.device_code as sentCode'])
    .select([
      'type.name_zh as typeNameZh',
      'type.name_en as typeNameEn',
      'device.code as deviceCode',
      'gateway.code as gatewayCode',
    ])
    .where((e) =>
      gatewayId === undefined
        ? e('alarm.device_id', 'in', deviceIds)
        : e('alarm.gateway_id', '=', gatewayId).and('alarm.device_id', 'is', null),
    )
    .orderBy('alarm.first_at', 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map(({ deviceCode, sentCode, gatewayCode, ...row }) => ({
    ...blank,
    ...row,
    step: 'alarm',
    code: deviceCode ?? sentCode ?? gatewayCode ?? '',
  }))
}

const faults = async (ctx: Ctx, { deviceIds, gatewayId }: Subject): Promise<StoryStep[]> => {
  if (!ctx.actor.operations.has('fault:view')) return []
  const rows = await ctx.db
    .selectFrom('fault')
    .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
    .leftJoin('device', 'device.id', 'fault.device_id')
    .leftJoin('gateway', 'gateway.id', 'fault.gateway_id')
    .select(['fault.first_at as at', 'fault.state', 'fault.note', 'device.code as deviceCode', 'gateway.code as gatewayCode'])
    .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn'])
    .where((e) =>
      gatewayId === undefined
        ? e('fault.device_id', 'in', deviceIds)
        : e('fault.gateway_id', '=', gatewayId).and('fault.device_id', 'is', null),
    )
    .orderBy('fault.first_at', 'desc')
    .orderBy('fault.id', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map(({ deviceCode, gatewayCode, ...row }) => ({
    ...blank,
    ...row,
    step: 'fault',
    code: deviceCode ?? gatewayCode ?? '',
  }))
}

/** The step that an order's work is in the life of a device. An installation binds the device, which has its own step. */
const workSteps: Partial<Record<EnumValue<'orderKind'>, EnumValue<'traceStep'>>> = {
  repair: 'repaired',
  inspect: 'inspected',
  maintenance: 'maintained',
}

const work = async (ctx: Ctx, { deviceIds }: Subject): Promise<StoryStep[]> => {
  const kinds = (Object.keys(workSteps) as EnumValue<'orderKind'>[]).filter((kind) =>
    ctx.actor.operations.has(`${kind}Order:view`),
  )
  if (kinds.length === 0 || deviceIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('work_order as order')
    .innerJoin('order_device as listed', 'listed.order_id', 'order.id')
    .innerJoin('device', 'device.id', 'listed.device_id')
    .leftJoin('account as person', 'person.id', 'order.completed_by')
    .select(['order.id as orderId', 'order.code as orderCode', 'order.kind as orderKind', 'order.status as state'])
    .select(['order.complete_note as note', 'person.name as operator', 'device.code'])
    .select((e) => e.fn.coalesce('order.finished_at', 'order.updated_at').as('at'))
    .where('listed.device_id', 'in', deviceIds)
    .where('order.kind', 'in', kinds)
    .where('order.complete_type', 'is not', null)
    .where('order.deleted_at', 'is', null)
    .orderBy('order.id', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map((row) => ({ ...blank, ...row, step: workSteps[row.orderKind] ?? 'repaired' }))
}

/** The steps of a story, newest first, each within the caller's scope as it was at that time. */
export const stepsOf = async (ctx: Ctx, subject: Subject): Promise<{ steps: StoryStep[]; capped: boolean }> => {
  const nothing = subject.deviceIds.length === 0 && subject.gatewayId === undefined
  if (nothing) return { steps: [], capped: false }
  const sources = await Promise.all([recorded(ctx, subject), alarms(ctx, subject), faults(ctx, subject), work(ctx, subject)])
  const [own, ...others] = sources
  const steps = [...joinedMoves(own), ...others.flat()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return { steps, capped: sources.some((source) => source.length === maxOfEach) }
}
