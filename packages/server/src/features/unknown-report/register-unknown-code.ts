import { enums, type endpoints, type EnumValue, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import { actorCompany, insertRow } from '../../platform/rows/rows.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { invalidateGatewayCache } from '../device/gateway-cache-invalidation.ts'
import { findParam } from './report-param.store.ts'
import { auditTarget, lockUnhandled, throwNotHere } from './unknown-report.rules.ts'
import { markHandled, sameCode } from './unknown-report.store.ts'

type Input = InputOf<typeof endpoints.unknownCode.register>
type Format = EnumValue<'reportCodeType'>

/** The format as the table spells it. Undefined if the product does not know it. */
const formatOf = (sent: string | null): Format | undefined =>
  enums.reportCodeType.find((format) => format.toLowerCase() === sent?.trim().toLowerCase())

/**
 * What the code refers to. A restore refers to what the code that it ends refers to. @throws DomainError invalidInput for what is
 * missing
 */
const target = async (ctx: Ctx, write: Write, format: Format, input: Input) => {
  const none = { alarm_type_id: null, fault_type_id: null, restores_code: null }
  switch (input.type) {
    case 'alarm':
      return { ...none, alarm_type_id: input.alarmTypeId ?? refuseField(ctx, 'alarmTypeId', 'required') }
    case 'fault':
    case 'lowPower':
      return { ...none, fault_type_id: input.faultTypeId ?? refuseField(ctx, 'faultTypeId', 'required') }
    case 'restore': {
      if (input.restoresCode === undefined) return refuseField(ctx, 'restoresCode', 'required')
      const restored = await findParam(write.db, format, input.restoresCode)
      const ends = restored && (restored.alarm_type_id !== null || restored.fault_type_id !== null)
      if (!ends) return refuseField(ctx, 'restoresCode', 'restorable')
      const { alarm_type_id, fault_type_id, code: restores_code } = restored
      return { alarm_type_id, fault_type_id, restores_code }
    }
    default:
      return none
  }
}

/**
 * Defines what a code means, for every gateway of the platform, from the next report on. Returns the report parameter's id.
 * @throws DomainError notHere for an unknown format; duplicate if the code is defined, even if it is switched off; invalidInput if the definition is incomplete
 */
export const registerUnknownCode = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const found = await lockUnhandled(ctx, write, input.id, ['unknownCode'])
    const format = formatOf(found.format) ?? throwNotHere(ctx, 'formatUnknown', 'id')
    const code = found.code?.trim() || throwNotHere(ctx, 'formatUnknown', 'id')
    const { type, reasonZh: reason_zh, reasonEn: reason_en } = input
    const row = { format, code, type, reason_zh, reason_en, ...(await target(ctx, write, format, input)) }
    const name = `${format} ${code}`
    const audit = { action: 'reportParam.register', name, owner: actorCompany(ctx), changes: changesBetween({}, row) } as const
    const id = await insertRow(write, 'report_param', row, { ...audit, unique: ['id', name] })
    await invalidateGatewayCache(write.systemDb)
    await markHandled(write.db, await sameCode(write.db, found), 'registered', write.by, write.at)
    write.audit({ action: 'unknownCode.register', ...auditTarget(found), changes: { reportParamId: [null, id] } })
    return { id }
  })
