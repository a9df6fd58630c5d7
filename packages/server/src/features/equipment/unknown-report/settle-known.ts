import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { NothingToDo, transactBriefly, type Write } from '../../../platform/transact.ts'
import { auditTarget } from './unknown-report.rules.ts'
import { markHandled } from './unknown-report.store.ts'

/** Entries per transaction. */
const batchRows = 500

/** Entries to look at whose device meanwhile stands where it reports: bound, moved or addressed on another page. */
const known = (db: Ctx['systemDb']) =>
  db
    .selectFrom('unknown_report as entry')
    .where('entry.handled_at', 'is', null)
    .where('entry.kind', 'in', ['unknownDevice', 'foreignDevice'])
    .where(
      sql<boolean>`(exists (select from device where lower(device.code) = lower(entry.device_code) and device.deleted_at is null
          and (device.gateway_id = entry.gateway_id or device.project_id = entry.project_id))
        or exists (select from device where device.gateway_id = entry.gateway_id and device.deleted_at is null
          and lower(device.communication_code) = lower(entry.device_code)))`,
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
