import { linkAddressParts, type endpoints, type LinkProtocolName, type OutputOf } from '@emberwatch/contract'
import {
  dc09Tolerance,
  decodeHeartbeat,
  decodeReportMessage,
  generalCodeOf,
  parseTopic,
  readDc09,
  readDc09Content,
  readGb26875,
  readGb26875Content,
  type ReceivedReport,
} from '@emberwatch/device-link'
import type { Ctx } from '../../../platform/context.ts'

type Decoded = NonNullable<OutputOf<typeof endpoints.systemLog.mqtt>['list'][number]['decoded']>
type CodeMeaning = Pick<Decoded['reports'][number], 'type' | 'reason'>

/** What a payload says, before its codes are looked up. */
type Said = Pick<Decoded, 'command' | 'values'> & {
  readonly seq?: number | undefined
  readonly time?: unknown
  readonly reports: readonly ReceivedReport[]
}

/** A frame of GB/T 26875.3. Undefined if too little of it is left. */
const gb26875In = (frame: Buffer): Said | undefined => {
  const read = readGb26875(frame)
  if (read === undefined) return undefined
  const { sequence: seq, time, command, content, source, destination, version } = read.frame
  const { reports, unreadable } = readGb26875Content(content)
  const values = {
    source,
    destination,
    version: version.join('.'),
    ...(unreadable > 0 ? { unreadable } : {}),
    ...(read.flaw === undefined ? {} : { flaw: read.flaw }),
  }
  return { seq, time, command, values, reports }
}

/** Of the values, those that were sent, and what is wrong. */
const given = (values: Readonly<Record<string, unknown>>): Decoded['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== false && value !== 0))

/** A frame of SIA DC-09. What is in an encrypted one stays hidden: its reports say it. */
const dc09In = (frame: Buffer): Said | undefined => {
  const read = readDc09(frame, dc09Tolerance)
  if (read === undefined) return undefined
  const { id, sequence, time, receiver, line, account, encrypted, flaw } = read
  const { reports, unreadable } = encrypted ? { reports: [], unreadable: 0 } : readDc09Content(read)
  const shown = encrypted && flaw === 'key' ? undefined : flaw
  const values = given({ id, account, receiver, line, encrypted, unreadable, flaw: shown })
  return { seq: /^\d+$/.test(sequence) ? Number(sequence) : undefined, time, command: null, values, reports }
}

/** Frames in hexadecimal digits, as the log keeps them. */
const frames = { gb26875: gb26875In, siaDc09: dc09In } as const satisfies Record<
  LinkProtocolName,
  (frame: Buffer) => Said | undefined
>

/** The message in a completely logged payload. For other channels the payload itself is enough. */
const messageIn = (topic: string, payload: string): Said | undefined => {
  const link = linkAddressParts(topic)
  if (link !== undefined) return frames[link.protocol](Buffer.from(payload, 'hex'))
  const bytes = Buffer.from(payload)
  switch (parseTopic(topic)?.channel) {
    case 'report': {
      const decoded = decodeReportMessage(bytes)
      return decoded.ok ? { ...decoded.message, command: null, values: {} } : undefined
    }
    case 'heartbeat': {
      const decoded = decodeHeartbeat(bytes)
      if (!decoded.ok) return undefined
      const { boot: _boot, seq, time, ...values } = decoded.message
      return { seq, time, command: null, values, reports: [] }
    }
    default:
      return undefined
  }
}

/** A device's clock reading as it was sent, if it is a text or a number. */
const timeText = (time: unknown): string | null =>
  typeof time === 'string' ? time : typeof time === 'number' ? String(time) : null

type Coded = Pick<ReceivedReport, 'format' | 'code'>

/** What a code means, by `<format> <code>`: on its own, or as one of all components of its kind. */
const codeMeanings = async (ctx: Ctx, reports: readonly Coded[]): Promise<(report: Coded) => CodeMeaning> => {
  const general = ({ format = null, code }: Coded) => generalCodeOf(format, code)
  const codes = [...new Set(reports.flatMap((report) => [report.code, general(report) ?? []].flat()))]
  const unknown = { type: null, reason: null }
  if (codes.length === 0) return () => unknown
  const rows = await ctx.db
    .selectFrom('report_param')
    .select(['format', 'code', 'type', 'reason_zh', 'reason_en'])
    .where('code', 'in', codes)
    .execute()
  const meanings = new Map(
    rows.map(({ format, code, type, ...row }) => [
      `${format} ${code}`,
      { type, reason: (ctx.locale === 'zh' ? row.reason_zh : row.reason_en) || null },
    ]),
  )
  return (report) =>
    meanings.get(`${report.format} ${report.code}`) ?? meanings.get(`${report.format} ${general(report)}`) ?? unknown
}

/** The content of each payload with the meaning of its codes. Null for one that cannot be decoded. */
export const decodePayloads = async (
  ctx: Ctx,
  rows: readonly { readonly topic: string; readonly payload: string | null }[],
): Promise<(Decoded | null)[]> => {
  const messages = rows.map(({ topic, payload }) => (payload === null ? undefined : messageIn(topic, payload)))
  const meaningOf = await codeMeanings(
    ctx,
    messages.flatMap((message) => message?.reports ?? []),
  )
  return messages.map((message) => {
    if (message === undefined) return null
    const { seq, time, command, values, reports } = message
    return {
      seq: seq ?? null,
      deviceTime: timeText(time),
      command,
      values,
      reports: reports.map((report) => ({
        device: report.device ?? null,
        format: report.format ?? null,
        code: report.code,
        ...meaningOf(report),
        deviceTime: timeText(report.time),
        values: report.values ?? {},
      })),
    }
  })
}
