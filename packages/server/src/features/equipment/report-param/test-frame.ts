import { fillMessage, type endpoints, type EnumValue, type InputOf, type OutputOf } from '@emberwatch/contract'
import { decodeReportMessage, generalCodeOf, type ReceivedReport } from '@emberwatch/device-link'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { texts } from '../../../platform/i18n.ts'
import {
  CodeMeanings,
  codeRowsQuery,
  faultTypesQuery,
  type CodeMeaning,
  type CodeRow,
  mayHideAlarm,
  type Unread,
} from './code-meanings.ts'

type Tested = OutputOf<typeof endpoints.reportParam.test>

interface Param {
  readonly name_zh: string | null
  readonly name_en: string | null
  readonly sms_zh: string | null
  readonly sms_en: string | null
  readonly voice_zh: string | null
  readonly voice_en: string | null
}

/** The notification of an alarm with example data, in the reader's language. Codes without their own text use the standard one. */
const messageOf = ({ clock, locale }: Ctx, code: string, meaning: CodeMeaning | undefined, param: Param | undefined) => {
  if (meaning?.type !== 'alarm' || !meaning.notify) return { sms: null, voice: null }
  const { standard, example } = texts[locale].said
  const [type, sms, voice] =
    locale === 'zh' ? [param?.name_zh, param?.sms_zh, param?.voice_zh] : [param?.name_en, param?.sms_en, param?.voice_en]
  const values = { ...example, code, time: clock.now().toISOString().slice(11, 16), ...(type ? { type } : {}) }
  return { sms: fillMessage(sms ?? standard, values), voice: fillMessage(voice ?? standard, values) }
}

/** `CID 1110`, or a code alone. */
const shortForm = (sample: string): ReceivedReport => {
  const [first = '', ...rest] = sample.split(/\s+/)
  return rest.length === 0 ? { code: first } : { format: first, code: rest.join(' ') }
}

interface Read extends Pick<Tested, 'unreadable'> {
  readonly reports: readonly ReceivedReport[]
  /** Some of it could not be read. */
  readonly rest?: Pick<Unread, 'flaw'>
}

const reportsIn = (sample: string): Read => {
  if (!/^[[{]/.test(sample)) return { unreadable: null, reports: [shortForm(sample)] }
  const decoded = decodeReportMessage(Buffer.from(sample))
  if (decoded.ok) {
    const { reports, unreadable, cut } = decoded.message
    return { unreadable: null, reports, ...(unreadable > 0 ? { rest: { flaw: cut === true ? 'cut' : undefined } } : {}) }
  }
  const { reason, cut } = decoded
  const flaw = cut === true || reason === 'tooLarge' ? 'cut' : reason === 'notJson' ? reason : undefined
  return { unreadable: reason, reports: [], rest: { flaw } }
}

/** What ingest does with a report of this meaning. */
const frameOutcomeOf = (meaning: CodeMeaning | undefined): EnumValue<'frameOutcome'> => {
  if (meaning === undefined) return 'unknownListed'
  if (meaning.type === null) return 'unknownRaised'
  if (meaning.type === 'restore') return 'restored'
  if (meaning.type === 'alarm') return 'alarm'
  return meaning.faultTypeId === null ? 'stored' : 'fault'
}

/** What would result from a message, by the same table as in ingest. Stores nothing, and does not check whose device it is. */
export const testFrame = async (ctx: Ctx, input: InputOf<typeof endpoints.reportParam.test>): Promise<Tested> => {
  const sample = input.sample.trim()
  const { unreadable, reports, rest } = reportsIn(sample)
  // Not scoped: the meanings of codes are product-wide.
  const [codes, faults, params] = await Promise.all([
    sql.raw<CodeRow>(codeRowsQuery).execute(ctx.systemDb),
    sql.raw<{ id: number; code: string }>(faultTypesQuery).execute(ctx.systemDb),
    ctx.db
      .selectFrom('report_param')
      .leftJoin('alarm_type', 'alarm_type.id', 'report_param.alarm_type_id')
      .leftJoin('fault_type', 'fault_type.id', 'report_param.fault_type_id')
      .select(['report_param.id', 'report_param.format', 'report_param.code', 'reason_zh', 'reason_en'])
      .select(['sms_zh', 'sms_en', 'voice_zh', 'voice_en'])
      .select((e) => [
        e.fn.coalesce('alarm_type.name_zh', 'fault_type.name_zh').as('name_zh'),
        e.fn.coalesce('alarm_type.name_en', 'fault_type.name_en').as('name_en'),
      ])
      .execute(),
  ])
  const meanings = new CodeMeanings(codes.rows, faults.rows)
  const paramBy = new Map(params.map((param) => [`${param.format} ${param.code}`, param]))
  const paramOf = (format: string, code: string): (typeof params)[number] | undefined =>
    paramBy.get(`${format} ${code}`) ?? paramBy.get(`${format} ${generalCodeOf(format, code)}`)
  const rows = reports.map(({ code, format = null }) => ({ code, meaning: meanings.find(format, code) }))
  return {
    unreadable,
    unreadableAlarm:
      rest !== undefined && mayHideAlarm(meanings, { payload: Buffer.from(sample), rows, isReport: true, ...rest }),
    reports: reports.map(({ device, code, format = null }, index) => {
      const meaning = meanings.find(format, code)
      const param = meaning && meaning.type !== null ? paramOf(meaning.format, meaning.code) : undefined
      return {
        id: index + 1,
        deviceCode: device ?? null,
        sourceFormat: format,
        sourceCode: code,
        comesTo: frameOutcomeOf(meaning),
        type: meaning?.type ?? null,
        paramId: param?.id ?? null,
        reasonZh: param?.reason_zh ?? null,
        reasonEn: param?.reason_en ?? null,
        typeNameZh: param?.name_zh ?? null,
        typeNameEn: param?.name_en ?? null,
        ...messageOf(ctx, code, meaning, param),
      }
    }),
  }
}
