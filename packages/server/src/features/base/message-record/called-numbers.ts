import type { EnumValue, NumberProof } from '@emberwatch/contract'
import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { ChangedRecord } from './settle-records.ts'

type Db = Kysely<Tables>

const isCalled = ({ channel, phone }: ChangedRecord): boolean => (channel === 'sms' || channel === 'voice') && phone !== ''
/** The message reached a person. Busy and no answer prove nothing, except that the number rings somewhere. */
const reached: readonly EnumValue<'recordState'>[] = ['delivered', 'read', 'answered']
/** The number, or what was sent to it, was rejected. Other failures need not have to do with the number. */
const missed: readonly EnumValue<'sendFailure'>[] = ['refused', 'undelivered']

/** Turns a number into an unreadable key. Spaces, and the country prefix of a mainland mobile number, make no difference. */
const digestOf = (phone: string): Buffer => {
  const digits = phone
    .replaceAll(/[^\d+]/g, '')
    .replace(/^(\+|00)/, '')
    .replace(/^86(?=1\d{10}$)/, '')
  return createHash('sha256').update(digits).digest()
}

/** `digestOf` in SQL, for a column of numbers. */
export const digestIn = (column: string): RawBuilder<Buffer> => sql`sha256(regexp_replace(regexp_replace(regexp_replace(
  ${sql.ref(column)}, '[^0-9+]', '', 'g'), '^(\\+|00)', ''), '^86(?=1[0-9]{10}$)', '')::bytea)`

/** Digests of numbers that a message or call of a company in scope is known to have reached, and that rejected none since. */
export const reachedNumbers = (db: Db) =>
  db
    .selectFrom('company')
    .innerJoin('called_number', 'called_number.company_id', 'company.id')
    .select('called_number.digest')
    .distinct()
    .where('called_number.reached_at', 'is not', null)
    .where('called_number.missed_at', 'is', null)

/** Records what providers report about numbers, in the transaction of the report. */
export const noteNumbers = async (tx: Db, changed: readonly ChangedRecord[], at: Date): Promise<void> => {
  const known = new Map<string, { companyId: number; digest: Buffer; reached: boolean; kind: string | null }>()
  for (const record of changed.filter(isCalled)) {
    const isReached = reached.includes(record.state)
    const isMissed = record.state === 'failed' && record.failure_kind !== null && missed.includes(record.failure_kind)
    if (!isReached && !isMissed) continue
    const digest = digestOf(record.phone)
    const kind = isReached ? null : record.failure_kind
    known.set(`${record.company_id} ${digest.toString('hex')}`, {
      companyId: record.company_id,
      digest,
      reached: isReached,
      kind,
    })
  }
  if (known.size === 0) return
  // Always in the same order, to prevent deadlocks.
  const rows = [...known.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await tx
    .insertInto('called_number')
    .values(
      rows.map(({ companyId, digest, reached: isReached, kind }) => ({
        company_id: companyId,
        digest,
        reached_at: isReached ? at : null,
        missed_at: isReached ? null : at,
        missed_for: kind as EnumValue<'sendFailure'> | null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'digest']).doUpdateSet((e) => ({
        reached_at: e.fn.coalesce('excluded.reached_at', 'called_number.reached_at'),
        // If the number is reached again, the latest result is not a miss.
        missed_at: e.ref('excluded.missed_at'),
        missed_for: e.ref('excluded.missed_for'),
      })),
    )
    .execute()
}

/** What is known about a company's numbers, including that nothing is known. */
export const numberProofs = async (
  db: Db,
  companyId: number,
  phones: readonly string[],
): Promise<(phone: string) => NumberProof> => {
  const digests = phones.filter((phone) => phone !== '').map(digestOf)
  const rows =
    digests.length === 0
      ? []
      : await db
          .selectFrom('called_number')
          .select(['digest', 'reached_at as reachedAt', 'missed_at as missedAt', 'missed_for as missedFor'])
          .where('company_id', '=', companyId)
          .where(sql<boolean>`digest = any(${digests}::bytea[])`)
          .execute()
  const known = new Map(rows.map(({ digest, ...proof }) => [digest.toString('hex'), proof]))
  return (phone) => known.get(digestOf(phone).toString('hex')) ?? { reachedAt: null, missedAt: null, missedFor: null }
}
