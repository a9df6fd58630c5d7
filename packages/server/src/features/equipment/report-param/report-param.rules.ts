import {
  bothNames,
  DomainError,
  type endpoints,
  type EnumValue,
  type InputOf,
  hasOnlyVariables,
  messageTextNames,
} from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import type { ReportParamTable } from '../../../tables/reports.tables.ts'
import { findParam } from './report-param.store.ts'

export type StoredParam = Selectable<ReportParamTable>
export type Format = EnumValue<'reportCodeType'>
/** The meaning of a code, as entered in a form. */
export type Meaning = Pick<
  InputOf<typeof endpoints.reportParam.create>,
  'type' | 'alarmTypeId' | 'faultTypeId' | 'restoresCode' | 'reasonZh' | 'reasonEn'
>

/** A disabled type cannot be used for new meanings; the parameter's present type may stay. @throws DomainError notHere */
const assertOffered = async (ctx: Ctx, write: Write, table: 'alarm_type' | 'fault_type', id: number, now?: StoredParam) => {
  const field = table === 'alarm_type' ? 'alarmTypeId' : 'faultTypeId'
  if (now?.[`${table}_id`] === id) return
  const type = await write.db.selectFrom(table).select('enabled').where('id', '=', id).forKeyShare().executeTakeFirst()
  if (!type?.enabled) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.meaningDisabled') }, field)
}

/**
 * The columns of a code's meaning. A restore refers to whatever the code that it ends refers to.
 * @throws DomainError invalidInput for what is missing; notHere for a disabled type
 */
export const meaningOf = async (ctx: Ctx, write: Write, format: Format, input: Meaning, now?: StoredParam) => {
  const { type } = input
  const names = bothNames(input.reasonZh, input.reasonEn)
  const { zh: reason_zh, en: reason_en } = names ?? refuseField(ctx, ctx.locale === 'zh' ? 'reasonZh' : 'reasonEn', 'required')
  const nothing = { type, alarm_type_id: null, fault_type_id: null, restores_code: null, reason_zh, reason_en }
  switch (type) {
    case 'alarm': {
      const id = input.alarmTypeId ?? refuseField(ctx, 'alarmTypeId', 'required')
      await assertOffered(ctx, write, 'alarm_type', id, now)
      return { ...nothing, alarm_type_id: id }
    }
    case 'fault':
    case 'lowPower': {
      const id = input.faultTypeId ?? refuseField(ctx, 'faultTypeId', 'required')
      await assertOffered(ctx, write, 'fault_type', id, now)
      return { ...nothing, fault_type_id: id }
    }
    case 'restore': {
      if (input.restoresCode === undefined) return refuseField(ctx, 'restoresCode', 'required')
      const restored = await findParam(write.db, format, input.restoresCode)
      const ends = restored && restored.type !== 'restore' && (restored.alarm_type_id ?? restored.fault_type_id) !== null
      if (!ends || restored.id === now?.id) return refuseField(ctx, 'restoresCode', 'restorable')
      const { alarm_type_id, fault_type_id, code: restores_code } = restored
      return { ...nothing, alarm_type_id, fault_type_id, restores_code }
    }
    default:
      return nothing
  }
}

/** The notification settings in a form. */
export type NotificationInput = Partial<
  Pick<InputOf<typeof endpoints.reportParam.create>, 'notify' | 'mergeWindowS' | 'smsZh' | 'smsEn' | 'voiceZh' | 'voiceEn'>
>

/** The notification columns. @throws DomainError invalidInput for a text with an unknown variable */
export const notificationColumns = (ctx: Ctx, input: NotificationInput) => {
  for (const name of messageTextNames) if (!hasOnlyVariables(input[name] ?? '')) refuseField(ctx, name, 'messageVariables')
  return {
    notify: input.notify ?? true,
    merge_window_s: input.mergeWindowS ?? 0,
    sms_zh: input.smsZh ?? null,
    sms_en: input.smsEn ?? null,
    voice_zh: input.voiceZh ?? null,
    voice_en: input.voiceEn ?? null,
  }
}
