import { alarmCode, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { markShown, unshownAlarms } from './alarm.store.ts'
import { insertSteps } from './lifecycle/journey.ts'

/** Records that a console has shown alarms. The first display is part of the journey; later ones change nothing. One audit row covers all of them. */
export const showAlarms = async (ctx: Ctx, { ids }: InputOf<typeof endpoints.alarm.shown>): Promise<null> => {
  // Every open console reports every alarm; only the first is worth a transaction.
  if ((await unshownAlarms(ctx.db, ids).limit(1).execute()).length === 0) return null
  return transact(ctx, async (write) => {
    const alarms = await unshownAlarms(write.db, ids).forNoKeyUpdate().execute()
    const first = alarms.map((alarm) => alarm.id)
    if (first.length > 0) {
      await markShown(write.db, first, write.at)
      await insertSteps(
        write.systemDb,
        first.map((alarmId) => ({ alarmId, step: 'shown', at: write.at, by: write.by })),
      )
    }
    const codes = alarms.map((alarm) => alarmCode(alarm.id, alarm.first_at, alarm.timeZone))
    write.audit({
      action: 'alarm.shown',
      object: { kind: 'alarm', id: first[0] ?? ids[0] ?? 0, name: codes[0] ?? '' },
      owner: { companyId: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath },
      changes: { shown: [null, codes] },
      ...(first.length > 0 ? {} : { result: 'alreadyShown' }),
    })
    return null
  })
}
