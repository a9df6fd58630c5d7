import { upgradeUnderWayStates } from '@emberwatch/contract'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { UpgradeCountTable } from '../../../tables/upgrades.tables.ts'

/** How many devices of a wave are in one state for one reason. */
export type UpgradeCount = Selectable<UpgradeCountTable>

export const countsOf = (db: Kysely<Tables>, taskId: number): Promise<UpgradeCount[]> =>
  db.selectFrom('upgrade_count').selectAll().where('task_id', '=', taskId).where('count', '>', 0).execute()

export const sum = (counts: readonly UpgradeCount[], counted: (count: UpgradeCount) => boolean): number =>
  counts.filter(counted).reduce((total, { count }) => total + count, 0)

export const isUnderWay = ({ state }: UpgradeCount): boolean => upgradeUnderWayStates.some((each) => each === state)
export const isHeld = ({ state, hold }: UpgradeCount): boolean => state === 'waiting' && hold !== null
