import type pg from 'pg'
import { copyNull, copyRows, copyText, copyTime } from '../../../platform/database/copy-in.ts'
import type { InboundMessage, MessageNumber, ReportRow } from './inbound-message.ts'

const columns =
  'received_at, gateway_id, boot, sequence, digest, position, device_id, device_code, format, code, problem, type, device_time, sent_time, "values"'

/**
 * Stores the reports of messages. Those that may raise an alarm get their reserved ids. `bare`: without the parts that only the device
 * controls, its values and its time.
 */
export const copyReports = async (
  client: pg.ClientBase,
  items: readonly InboundMessage[],
  ids: ReadonlyMap<ReportRow, number>,
  bare: boolean,
): Promise<void> => {
  const plain: string[] = []
  const identified: string[] = []
  for (const { gateway, number, receivedAt, rows } of items) {
    if (gateway === undefined || rows.length === 0) continue
    const prefix = `${copyTime(receivedAt)}\t${gateway.id}\t${numberColumns(number)}\t`
    for (const [position, row] of rows.entries()) {
      const id = ids.get(row)
      const line = `${prefix}${position}\t${reportColumns(bare ? { ...row, values: undefined, deviceTime: undefined, sentTime: null } : row)}`
      if (id === undefined) plain.push(line)
      else identified.push(`${id}\t${line}`)
    }
  }
  await Promise.all([
    copyRows(client, `copy report (${columns}) from stdin`, plain),
    copyRows(client, `copy report (id, ${columns}) from stdin`, identified),
  ])
}

const numberColumns = (number: MessageNumber | undefined): string => {
  if (number === undefined) return `${copyNull}\t${copyNull}\t${copyNull}`
  return `${number.boot === '' ? copyNull : copyText(number.boot)}\t${number.seq}\t${number.digest}`
}

/** The columns from device_id on, for COPY. Built by hand because this runs for every report. */
const reportColumns = ({
  device,
  deviceCode,
  format,
  code,
  problem,
  meaning,
  deviceTime,
  sentTime,
  values,
}: ReportRow): string => {
  const deviceColumns = `${device === null ? copyNull : device.id}\t${copyText(deviceCode)}`
  const time = deviceTime === undefined ? copyNull : copyTime(deviceTime)
  const measured = values === undefined ? copyNull : copyText(JSON.stringify(values))
  return `${deviceColumns}\t${copyText(format)}\t${copyText(code)}\t${copyText(problem)}\t${copyText(meaning?.type)}\t${time}\t${copyText(sentTime)}\t${measured}\n`
}

/** Ids for reports, ascending. */
export const reserveIds = async (client: pg.ClientBase, count: number): Promise<number[]> => {
  if (count === 0) return []
  const { rows } = await client.query<{ id: number }>({
    name: 'ingest_report_ids',
    text: `select nextval('report_id') as id from generate_series(1, $1::integer)`,
    values: [count],
  })
  return rows.map(({ id }) => id)
}

export const isAlarm = ({ meaning }: ReportRow): boolean => {
  return meaning?.type === 'alarm'
}
