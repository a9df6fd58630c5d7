import { type endpoints, type InputOf, enums, type EnumValue, DomainError, type UnknownReportsDone } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { transact, NothingToDo, transactBriefly, type Write } from '../../../platform/transact.ts'
import { registerDevice } from '../device/register-device.ts'
import { auditTarget, lockUnhandled, reportingGateway } from './unknown-report.rules.ts'
import { markHandled, sameDevice } from './unknown-report.store.ts'
import { moveDevice } from '../device/move-device.ts'
import { refusalText } from '../../../platform/i18n.ts'
import { registerUnknownCode } from './register-unknown-code.ts'
import { namesFor } from './unknown-report.reads.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'

/** Registers an unknown device at the gateway that reported it. Returns the device's id. */
export const registerUnknownDevice = (
  ctx: Ctx,
  { id: reportId, ...form }: InputOf<typeof endpoints.unknownDevice.register>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const found = await lockUnhandled(ctx, write, reportId, ['unknownDevice'])
    const sender = await reportingGateway(ctx, write, found)
    const id = await registerDevice(ctx, write, { ...form, ...sender })
    const settled = await sameDevice(write.db, found)
    await markHandled(write.db, settled, 'registered', ctx.actor.accountId, write.at)
    write.audit({ action: 'unknownDevice.register', ...auditTarget(found), changes: { deviceId: [null, id] } })
    return { id }
  })

/** Moves a device from another gateway, or from stock, to the one that reported it, if the caller sees both. Returns the device's id. */
export const moveUnknownDevice = (ctx: Ctx, input: InputOf<typeof endpoints.unknownDevice.move>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const found = await lockUnhandled(ctx, write, input.id, ['foreignDevice', 'unknownDevice'])
    const id = await moveDevice(ctx, write, await reportingGateway(ctx, write, found))
    const settled = await sameDevice(write.db, found)
    await markHandled(write.db, settled, 'moved', ctx.actor.accountId, write.at)
    write.audit({ action: 'unknownDevice.move', ...auditTarget(found), changes: { deviceId: [null, id] } })
    return { id }
  })

type Input = InputOf<typeof endpoints.unknownDevice.ignore>

/** Hides an entry from the list. It keeps counting, and ingest lists it again the first time that it may be an alarm. */
const ignore = (
  ctx: Ctx,
  { id }: Input,
  subject: 'unknownDevice' | 'unknownCode',
  kinds: readonly EnumValue<'unknownReportKind'>[],
) =>
  transact(ctx, async (write) => {
    const found = await lockUnhandled(ctx, write, id, kinds)
    await markHandled(write.db, [found.id], 'ignored', ctx.actor.accountId, write.at)
    write.audit({ action: `${subject}.ignore`, ...auditTarget(found), changes: { handledWay: [null, 'ignored'] } })
    return null
  })

export const ignoreUnknownDevice = (ctx: Ctx, input: Input): Promise<null> =>
  ignore(
    ctx,
    input,
    'unknownDevice',
    enums.unknownReportKind.filter((kind) => kind !== 'unknownCode'),
  )

export const ignoreUnknownCode = (ctx: Ctx, input: Input): Promise<null> => ignore(ctx, input, 'unknownCode', ['unknownCode'])

type Devices = typeof endpoints.unknownDevice
type Codes = typeof endpoints.unknownCode

/** Handles entries one after the other, each in its own write: a failure does not stop the others. */
const each = async (ctx: Ctx, ids: readonly number[], handle: (id: number) => Promise<unknown>): Promise<UnknownReportsDone> => {
  const results: UnknownReportsDone = []
  for (const id of ids) {
    try {
      await handle(id)
      results.push({ id, done: true, msg: '' })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      results.push({ id, done: false, msg: refusalText(ctx, error) })
    }
  }
  return results
}

/** Registers devices of one model where they report. Their names consist of model and code. */
export const registerUnknownDevices = async (
  ctx: Ctx,
  { ids, ...form }: InputOf<Devices['registerMany']>,
): Promise<UnknownReportsDone> => {
  const names = await namesFor(ctx, ids, form.modelId)
  return each(ctx, ids, (id) => registerUnknownDevice(ctx, { ...form, id, name: names.get(id) ?? '' }))
}

export const moveUnknownDevices = (ctx: Ctx, { ids }: InputOf<Devices['moveMany']>): Promise<UnknownReportsDone> =>
  each(ctx, ids, (id) => moveUnknownDevice(ctx, { id }))

export const ignoreUnknownDevices = (ctx: Ctx, { ids }: InputOf<Devices['ignoreMany']>): Promise<UnknownReportsDone> =>
  each(ctx, ids, (id) => ignoreUnknownDevice(ctx, { id }))

export const registerUnknownCodes = (
  ctx: Ctx,
  { ids, ...meaning }: InputOf<Codes['registerMany']>,
): Promise<UnknownReportsDone> => each(ctx, ids, (id) => registerUnknownCode(ctx, { ...meaning, id }))

export const ignoreUnknownCodes = (ctx: Ctx, { ids }: InputOf<Codes['ignoreMany']>): Promise<UnknownReportsDone> =>
  each(ctx, ids, (id) => ignoreUnknownCode(ctx, { id }))

/** Entries per transaction. */
const batchRows = 500

/** Entries to look at whose device meanwhile stands where it reports: bound, moved or addressed on another page; or whose sender is registered. */
const known = (db: Ctx['systemDb']) =>
  db
    .selectFrom('unknown_report as entry')
    .where('entry.handled_at', 'is', null)
    .where('entry.kind', 'in', ['unknownDevice', 'foreignDevice', 'unknownGateway'])
    .where(
      sql<boolean>`case when entry.kind = 'unknownGateway' then exists (
          select from gateway where (lower(gateway.code) = lower(entry.gateway_code) or gateway.link_address = entry.gateway_code)
            and gateway.deleted_at is null)
        else (exists (select from device where lower(device.code) = lower(entry.device_code) and device.deleted_at is null
          and (device.gateway_id = entry.gateway_id or device.project_id = entry.project_id))
        or exists (select from device where device.gateway_id = entry.gateway_id and device.deleted_at is null
          and lower(device.communication_code) = lower(entry.device_code))) end`,
    )

/** Settles them, company by company. Returns how many; several processes may do it at once. */
export const settleKnown = async (ctx: Ctx): Promise<number> => {
  const found = await known(ctx.systemDb).select(['entry.id', 'entry.company_id']).orderBy('entry.id').limit(10_000).execute()
  const batches = [...Map.groupBy(found, ({ company_id }) => company_id).values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / batchRows) }, (_, n) => own.slice(n * batchRows, (n + 1) * batchRows)),
  )
  let settled = 0
  await oneByOne(batches, async (batch) => {
    const ids = batch.map(({ id }) => id)
    settled += (await transactBriefly(ctx, (write) => settle(write, ids))) ?? 0
  })
  return settled
}

const settle = async (write: Write, ids: readonly number[]): Promise<number> => {
  // Looked at once more under the lock.
  const rows = await known(write.systemDb).selectAll('entry').where('entry.id', 'in', ids).forUpdate().skipLocked().execute()
  if (rows.length === 0) throw new NothingToDo()
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const way = kind === 'foreignDevice' ? 'moved' : 'registered'
    await markHandled(
      write.systemDb,
      some.map(({ id }) => id),
      way,
      null,
      write.at,
    )
    const action = kind === 'foreignDevice' ? 'unknownDevice.move' : 'unknownDevice.register'
    for (const row of some) write.audit({ action, ...auditTarget(row), changes: { handledWay: [null, way] } })
  }
  return rows.length
}
