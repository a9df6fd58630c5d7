import { alarmCode } from '@emberwatch/contract'
import { sql, type Insertable, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { AlarmFileTable } from '../../../tables/reports.tables.ts'

type Db = Kysely<Tables>

const files = (db: Db) =>
  db
    .selectFrom('alarm_file')
    .leftJoin('account as maker', 'maker.id', 'alarm_file.account_id')
    .select(['alarm_file.id', 'alarm_file.at', 'alarm_file.language', 'alarm_file.check_code as checkCode', 'alarm_file.sha256'])
    .select(['alarm_file.size', 'alarm_file.file_id as fileId', 'maker.name as by'])

/** The files of an alarm within the scope of `db`, newest first. */
export const filesOf = (db: Db, alarmId: number) =>
  files(db).where('alarm_file.alarm_id', '=', alarmId).orderBy('alarm_file.id', 'desc').execute()

export const fileById = (db: Db, id: number) => files(db).where('alarm_file.id', '=', id).executeTakeFirstOrThrow()

export const insertFile = async (db: Db, file: Insertable<AlarmFileTable>): Promise<number> => {
  const { id } = await db.insertInto('alarm_file').values(file).returning('id').executeTakeFirstOrThrow()
  return id
}

const registered = (db: Db) =>
  db
    .selectFrom('alarm_file')
    .innerJoin('alarm', 'alarm.id', 'alarm_file.alarm_id')
    .leftJoin('account as maker', 'maker.id', 'alarm_file.account_id')
    .select(['alarm_file.alarm_id as alarmId', 'alarm_file.check_code as checkCode', 'alarm_file.sha256', 'alarm_file.at'])
    .select(['maker.name as by', 'alarm.first_at'])
    .select(
      sql<string>`coalesce((select time_zone from project where project.id = alarm.project_id),
        (select time_zone from company where company.id = alarm.company_id))`.as('timeZone'),
    )

export interface Registered {
  readonly alarmId: number
  readonly alarmCode: string
  readonly checkCode: string
  readonly at: string
  readonly by: string | null
}

const shown = (row: Awaited<ReturnType<ReturnType<typeof registered>['executeTakeFirst']>>): Registered | undefined => {
  if (!row) return undefined
  const { first_at, timeZone, sha256: _hash, ...rest } = row
  return { ...rest, alarmCode: alarmCode(row.alarmId, first_at, timeZone) }
}

/** The registration of a file with exactly this hash, within the scope of `db`. */
export const registeredHash = async (db: Db, sha256: string): Promise<Registered | undefined> =>
  shown(await registered(db).where('alarm_file.sha256', '=', sha256).limit(1).executeTakeFirst())

export const registeredCode = async (db: Db, checkCode: string): Promise<Registered | undefined> =>
  shown(await registered(db).where('alarm_file.check_code', '=', checkCode).limit(1).executeTakeFirst())
