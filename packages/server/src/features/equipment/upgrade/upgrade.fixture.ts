import { firmwareText } from '@emberwatch/device-link'
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql, type Insertable, type Kysely } from 'kysely'
import type { FileStore } from '../../../platform/files.ts'
import type { Tables } from '../../../tables/index.ts'
import type { UpgradeTaskTable } from '../../../tables/upgrades.tables.ts'
import { freezeTargets } from './freeze-targets.ts'
import { lockTask } from './upgrade-device.store.ts'

type Db = Kysely<Tables>

export interface SigningKey {
  readonly id: string
  readonly privateKey: KeyObject
}

/** A key that signs editions, as the operating company creates it. */
export const addFirmwareKey = async (db: Db): Promise<SigningKey> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const id = createHash('sha256').update(raw).digest('hex').slice(0, 16)
  await db
    .insertInto('firmware_key')
    .values({ id, public_key: raw.toString('base64'), secret: randomBytes(8) })
    .execute()
  return { id, privateKey }
}

export interface NewEdition {
  readonly modelId: number
  readonly modelCode: string
  readonly version: string
  readonly initialVersion?: string
  readonly package?: 'full' | 'delta'
  readonly targetType?: 'device' | 'gateway'
  readonly bytes?: number
}

/** A released edition with a file of random bytes. */
export const addEdition = async (db: Db, files: FileStore, key: SigningKey, edition: NewEdition) => {
  const { modelId, modelCode, version, initialVersion = null, package: kind = 'full', targetType = 'device' } = edition
  const content = randomBytes(edition.bytes ?? 40_000)
  const { id: fileId, size, sha256 } = await files.save(Readable.from([content]), 1 << 30)
  const text = firmwareText({ model: modelCode, hardware: '', version, size, sha256 })
  const { id } = await db
    .insertInto('firmware_edition')
    .values({
      name: `Firmware ${version}`,
      model_id: modelId,
      target_type: targetType,
      edition_version: version,
      initial_version: initialVersion,
      package: kind,
      file_id: fileId,
      size,
      sha256,
      signature: sign(null, Buffer.from(text), key.privateKey).toString('base64'),
      key_id: key.id,
      signed_model: modelCode,
      state: 'released',
      released_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, sha256, content }
}

/** An enabled task with its targets frozen. */
export const addTask = (
  db: Db,
  owner: { id: number; path: string },
  task: Pick<Insertable<UpgradeTaskTable>, 'edition_id' | 'target_type' | 'target'> & Partial<Insertable<UpgradeTaskTable>>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const row = { company_id: owner.id, path: owner.path, name: 'Roll-out', state: 'enabled' as const, retry_after_s: 0, ...task }
    const { id } = await tx.insertInto('upgrade_task').values(row).returning('id').executeTakeFirstOrThrow()
    const stored = await lockTask(tx, id)
    if (stored) await freezeTargets({ db: tx, systemDb: tx, at: new Date() }, stored)
    return id
  })

const counted = ['waiting', 'sent', 'downloading', 'verifying', 'installing', 'succeeded', 'failed', 'skipped'] as const

/** Where the counts by wave, state and reason differ from the devices. One statement, so that it can run while devices move. */
const deviations = async (db: Db, taskId: number) => {
  const { rows } = await sql`
    with counted as (select wave, state, hold, failure, count from upgrade_count where task_id = ${taskId} and count <> 0),
      found as (select wave, state, hold, failure, count(*)::integer as count from upgrade_device where task_id = ${taskId}
        group by wave, state, hold, failure)
    (select 'counted', * from counted except all select 'counted', * from found)
    union all (select 'found', * from found except all select 'found', * from counted)`.execute(db)
  return rows
}

/** The counters of a task and the counts of its devices. @throws if the counts by wave, state and reason differ from the devices */
export const countersOf = async (db: Db, taskId: number) => {
  const wrong = await deviations(db, taskId)
  if (wrong.length > 0) throw new Error(`upgrade_count of task ${taskId} deviates: ${JSON.stringify(wrong)}`)
  const task = await db.selectFrom('upgrade_task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('upgrade_device')
    .select('state')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('task_id', '=', taskId)
    .groupBy('state')
    .execute()
  const found = new Map(rows.map(({ state, n }) => [state, n]))
  return {
    task,
    counters: Object.fromEntries(counted.map((state) => [state, task[`n_${state}`]])),
    devices: Object.fromEntries(counted.map((state) => [state, found.get(state) ?? 0])),
  }
}
