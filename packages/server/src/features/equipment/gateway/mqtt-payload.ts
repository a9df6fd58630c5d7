import type { endpoints, OutputOf } from '@emberwatch/contract'
import { decodeHeartbeat, decodeReportMessage, parseTopic, type ReceivedReport } from '@emberwatch/device-link'
import type { Ctx } from '../../../platform/context.ts'

type Decoded = NonNullable<OutputOf<typeof endpoints.systemLog.mqtt>['list'][number]['decoded']>
type CodeMeaning = Pick<Decoded['reports'][number], 'type' | 'reason'>

/** The message in a completely logged payload. For other channels the payload itself is enough. */
const messageIn = (topic: string, payload: string) => {
  const bytes = Buffer.from(payload)
  switch (parseTopic(topic)?.channel) {
    case 'report':
      return decodeReportMessage(bytes)
    case 'heartbeat':
      return decodeHeartbeat(bytes)
    default:
      return undefined
  }
}

const reportsOf = (message: object): readonly ReceivedReport[] =>
  'reports' in message ? (message as { reports: readonly ReceivedReport[] }).reports : []

/** A device's clock reading as it was sent, if it is a text or a number. */
const timeText = (time: unknown): string | null =>
  typeof time === 'string' ? time : typeof time === 'number' ? String(time) : null

/** The meaning of codes, by `<format> <code>`. */
const codeMeanings = async (ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, CodeMeaning>> => {
  if (codes.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('report_param')
    .select(['format', 'code', 'type', 'reason_zh', 'reason_en'])
    .where('code', 'in', codes)
    .execute()
  return new Map(
    rows.map(({ format, code, type, ...row }) => [
      `${format} ${code}`,
      { type, reason: (ctx.locale === 'zh' ? row.reason_zh : row.reason_en) || null },
    ]),
  )
}

/** The content of each payload with the meaning of its codes. Null for one that cannot be decoded. */
export const decodePayloads = async (
  ctx: Ctx,
  rows: readonly { readonly topic: string; readonly payload: string | null }[],
): Promise<(Decoded | null)[]> => {
  const messages = rows.map(({ topic, payload }) => {
    const decoded = payload === null ? undefined : messageIn(topic, payload)
    return decoded?.ok ? decoded.message : null
  })
  const codes = messages.flatMap((message) => (message ? reportsOf(message).map(({ code }) => code) : []))
  const meanings = await codeMeanings(ctx, [...new Set(codes)])
  return messages.map((message) => {
    if (message === null) return null
    const { boot: _boot, seq, time, ...rest } = message
    return {
      seq: seq ?? null,
      deviceTime: timeText(time),
      values: 'reports' in message ? {} : rest,
      reports: reportsOf(message).map((report) => ({
        device: report.device ?? null,
        format: report.format ?? null,
        code: report.code,
        ...(meanings.get(`${report.format} ${report.code}`) ?? { type: null, reason: null }),
        deviceTime: timeText(report.time),
        values: report.values ?? {},
      })),
    }
  })
}
