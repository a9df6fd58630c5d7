import { DomainError, enums, type endpoints, type InputOf, type OutputOf, type Position } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { pickRows } from '../../../platform/list.ts'
import { maskedName } from '../../../platform/mask.ts'
import { readAlarms } from './alarm.rows.ts'
import { findAlarm, type StoredAlarm } from './alarm.store.ts'
import { closingOf } from './lifecycle/closing.ts'
import { journeyOf, type JourneyRow } from './lifecycle/journey.reads.ts'

type Detail = OutputOf<typeof endpoints.alarm.detail>
type RawReport = NonNullable<Detail['rawReport']>

const dayMs = 86_400_000

/** Candidates: messages of one gateway received in the same millisecond. More than one is rare. */
const framesAtOnce = 20

/** A payload of this length may have been cut and need not contain the report. */
const cutBytes = 2048

/** The message that carried a report. If several were received at the same moment, the one that contains the report's number and code. */
const frameOf = async (ctx: Ctx, alarm: StoredAlarm, report: Omit<RawReport, 'frame'>): Promise<RawReport['frame']> => {
  if (alarm.gateway_id === null) return null
  const rows = await ctx.db
    .selectFrom('mqtt_log')
    .select(['topic', 'payload'])
    .where('gateway_id', '=', alarm.gateway_id)
    .where('at', '=', report.receivedAt)
    .where('direction', '=', 'up')
    .limit(framesAtOnce)
    .execute()
  const isOf = (payload: string): boolean =>
    payload.includes(report.code) &&
    (report.sequence === null || new RegExp(`"seq"\\s*:\\s*${report.sequence}\\b`).test(payload)) &&
    (report.deviceCode === null || payload.includes(report.deviceCode))
  const frame =
    rows.find(({ payload }) => payload !== null && isOf(payload)) ??
    rows.find(({ payload }) => payload !== null && Buffer.byteLength(payload) >= cutBytes)
  return frame?.payload ? { topic: frame.topic, payload: frame.payload } : null
}

/** The report that raised an alarm. Reports are partitioned by time of receipt, which is the alarm's first time. */
const rawReport = async (ctx: Ctx, alarm: StoredAlarm): Promise<Detail['rawReport']> => {
  if (alarm.report_id === null) return null
  const firstAt = Date.parse(alarm.first_at)
  const row = await ctx.db
    .selectFrom('report')
    .select([
      'received_at as receivedAt',
      'device_time as deviceTime',
      'sent_time as sentTime',
      'device_code as deviceCode',
      'sequence',
      'format',
      'code',
      'problem',
      'values',
    ])
    .where('id', '=', alarm.report_id)
    // The index on ids covers the reports that raise alarms.
    .where('type', '=', 'alarm')
    .where('received_at', '>=', new Date(firstAt - dayMs).toISOString())
    .where('received_at', '<=', new Date(firstAt + dayMs).toISOString())
    .executeTakeFirst()
  return row ? { ...row, frame: await frameOf(ctx, alarm, row) } : null
}

/** A report is decoded before it can be stored. All other steps are in the order of the enumeration. */
const stepOrder: readonly string[] = ['deviceTime', 'received', 'decoded', ...enums.journeyStep]

/** By time. Steps of the same millisecond are in step order. */
const inOrder = (journey: readonly JourneyRow[]): JourneyRow[] =>
  journey.toSorted((a, b) => a.at.localeCompare(b.at) || stepOrder.indexOf(a.step) - stepOrder.indexOf(b.step))

/** Only readers who may see call lists see the full name of the person reached. */
const forReader = (ctx: Ctx, row: JourneyRow): JourneyRow => {
  const { name } = row.detail
  if (row.step !== 'called' || typeof name !== 'string' || ctx.actor.operations.has('projectNotifier:view')) return row
  return { ...row, detail: { ...row.detail, name: maskedName(name) } }
}

interface Placed {
  readonly longitude: number | null
  readonly latitude: number | null
  readonly coordinate_system: Position['coordinateSystem'] | null
}

const positionOf = (placed: Placed | undefined): Position | null => {
  if (!placed || placed.longitude === null || placed.latitude === null || placed.coordinate_system === null) return null
  return { longitude: placed.longitude, latitude: placed.latitude, coordinateSystem: placed.coordinate_system }
}

/** The present position of the device, if it is still in the alarm's project. */
const devicePosition = (ctx: Ctx, { device_id: id, project_id: projectId }: StoredAlarm) =>
  ctx.db
    .selectFrom('device')
    .select(['longitude', 'latitude', 'coordinate_system'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()

export const alarmDetail = async (ctx: Ctx, input: InputOf<typeof endpoints.alarm.detail>): Promise<Detail> => {
  const [alarm, [row]] = await Promise.all([
    findAlarm(ctx.db, input.id),
    readAlarms(ctx.db, pickRows([{ id: input.id }], 'alarm.id')),
  ])
  if (!alarm || !row) throw new DomainError('notFound', {}, 'id')
  const [journey, report, project, device, closing] = await Promise.all([
    journeyOf(ctx.db, alarm.id),
    rawReport(ctx, alarm),
    ctx.db
      .selectFrom('project')
      .select(['address', 'stopped', 'longitude', 'latitude', 'coordinate_system'])
      .where('id', '=', alarm.project_id)
      .executeTakeFirst(),
    devicePosition(ctx, alarm),
    closingOf(ctx.db, alarm.id),
  ])
  return {
    ...row,
    journey: inOrder(journey).map((row) => forReader(ctx, row)),
    rawReport: report,
    projectAddress: project?.address ?? null,
    projectStopped: project?.stopped ?? false,
    position: positionOf(device) ?? positionOf(project),
    closeReason: alarm.close_reason,
    brigadeCalledAt: closing?.brigade_called_at ?? null,
    losses: closing?.losses ?? null,
    photos: closing?.photos ?? [],
  }
}
