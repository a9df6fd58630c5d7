import { enums, type endpoints, type EnumValue, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { directoryChanged } from '../ingest/directory-changes.ts'
import { findParam, insertParam } from './report-param.store.ts'
import { audited, lockOpen, refuseHere } from './unknown-report.rules.ts'
import { markHandled, sameCode } from './unknown-report.store.ts'

type Input = InputOf<typeof endpoints.unknownCode.register>
type Format = EnumValue<'reportCodeType'>

/** The format as the table writes it; undefined for one that the product does not know. */
const formatOf = (sent: string | null): Format | undefined =>
  enums.reportCodeType.find((format) => format.toLowerCase() === sent?.trim().toLowerCase())

/** What the code stands for: a restore points where the code that it ends does. @throws DomainError invalidInput for what is missing */
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
 * Says what a code means, for every gateway of the platform: from the next report on, it counts. Answers the report parameter's id.
 * @throws DomainError notHere for a format that the product does not know, duplicate, invalidInput for what the meaning lacks
 */
export const registerUnknownCode = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const found = await lockOpen(ctx, write, input.id, ['unknownCode'])
    const format = formatOf(found.format) ?? refuseHere(ctx, 'formatUnknown', 'id')
    const code = found.code?.trim() || refuseHere(ctx, 'formatUnknown', 'id')
    const { type, reasonZh: reason_zh, reasonEn: reason_en } = input
    const row = { format, code, type, reason_zh, reason_en, ...(await target(ctx, write, format, input)) }
    const by = ctx.actor.accountId
    const id = await insertParam(write.systemDb, {
      ...row,
      created_at: write.at,
      created_by: by,
      updated_at: write.at,
      updated_by: by,
    })
    await directoryChanged(write.systemDb)
    await markHandled(write.db, await sameCode(write.db, found), 'registered', by, write.at)
    write.audit({
      action: 'reportParam.register',
      object: { kind: 'report_param', id, name: `${format} ${code}` },
      owner: { companyId: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath },
      changes: Object.fromEntries(
        Object.entries(row).flatMap(([key, value]) => (value === null ? [] : [[key, [null, value] as const]])),
      ),
    })
    write.audit({ action: 'unknownCode.register', ...audited(found), changes: { reportParamId: [null, id] } })
    return { id }
  })
