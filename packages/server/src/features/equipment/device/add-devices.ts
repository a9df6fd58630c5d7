import { DomainError } from '@emberwatch/contract'
import { sql, type Insertable, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import type { DeviceTable } from '../../../tables/devices.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { placesOf } from './device.rules.ts'

export type NewDeviceRow = Insertable<DeviceTable>

/** What the database stored of a row that was added. */
export interface AddedDevice {
  readonly id: number
  readonly code: string
}

/** Refusals for codes in use, ignoring case. The place is named only to callers who may see the device. */
const refusals = async (ctx: Ctx, codes: readonly string[]): Promise<Map<string, DomainError>> => {
  // Not scoped: codes are unique across the platform.
  const taken = await ctx.systemDb
    .selectFrom('device')
    .innerJoin('company', 'company.id', 'device.company_id')
    .select(['device.id', 'device.code', 'device.path', 'device.project_id', 'device.building', 'device.floor'])
    .select(['device.room_number', 'company.name as companyName'])
    .where(sql<boolean>`lower(device.code) = any(${codes.map((code) => code.toLowerCase())})`)
    .where('device.deleted_at', 'is', null)
    .execute()
  const visible = new Set(
    taken.length === 0
      ? []
      : (
          await ctx.db
            .selectFrom('device')
            .select('id')
            .where(
              'id',
              'in',
              taken.map(({ id }) => id),
            )
            .execute()
        ).map(({ id }) => id),
  )
  const seen = taken.filter(({ id, path }) => visible.has(id) && isBelow(path, ctx.actor.companyPath))
  const places = await placesOf(ctx.db, seen)
  const stock = translate(ctx.locale, 'reasons.deviceInStock')
  const named = new Map(seen.map((row) => [row.code.toLowerCase(), places.get(row.id) ?? `${row.companyName} (${stock})`]))
  return new Map(
    codes.map((code) => {
      const place = named.get(code.toLowerCase())
      return [
        code.toLowerCase(),
        place === undefined
          ? new DomainError('duplicate', { value: code }, 'code')
          : new DomainError('codeInUse', { value: code, place }, 'code'),
      ] as const
    }),
  )
}

/** Codes that gateways have: a label, a report and a trace name one thing. Without scope, as the codes of devices. */
const codesOfGateways = async (db: Kysely<Tables>, codes: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('gateway')
    .select(sql<string>`lower(code)`.as('code'))
    .where(sql<boolean>`lower(code) = any(${codes.map((code) => code.toLowerCase())})`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ code }) => code))
}

const insert = (db: Kysely<Tables>, rows: readonly NewDeviceRow[]): Promise<AddedDevice[]> =>
  db
    .insertInto('device')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'code'])
    .execute()

/** Rows per statement: a statement has at most 65,535 parameters. */
const chunkRows = 1_000

/**
 * Adds devices with a few statements, however many there are. For each code in use the answer holds the refusal, by the code in lower case;
 * the others are added.
 */
export const addDevices = async (
  ctx: Ctx,
  write: Write,
  rows: readonly NewDeviceRow[],
): Promise<{ readonly added: ReadonlyMap<string, AddedDevice>; readonly refused: ReadonlyMap<string, DomainError> }> => {
  const by = { created_at: write.at, created_by: write.by, updated_at: write.at, updated_by: write.by, stocked_at: write.at }
  const added = new Map<string, AddedDevice>()
  for (let at = 0; at < rows.length; at += chunkRows) {
    const chunk = rows.slice(at, at + chunkRows)
    const gateways = await codesOfGateways(
      write.systemDb,
      chunk.map(({ code }) => code),
    )
    const free = chunk.filter(({ code }) => !gateways.has(code.toLowerCase())).map((row) => ({ ...row, ...by }))
    if (free.length === 0) continue
    // Not scoped: the owner was found in the caller's scope.
    for (const row of await insert(write.systemDb, free)) added.set(row.code.toLowerCase(), row)
  }
  const missing = rows.filter(({ code }) => !added.has(code.toLowerCase()))
  const refused =
    missing.length === 0
      ? new Map<string, DomainError>()
      : await refusals(
          { ...ctx, db: write.db, systemDb: write.systemDb },
          missing.map(({ code }) => code),
        )
  return { added, refused }
}
