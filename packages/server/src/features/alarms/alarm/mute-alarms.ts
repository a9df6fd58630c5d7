import { alarmCode, DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { insertMutes, unconfirmedAlarms } from './mute.store.ts'

/**
 * Mutes alarms for the caller alone, in all windows and across reloads, for some minutes or until somebody acts. They still sound for
 * everybody else, and new alarms sound for the caller too.
 * @throws notInPerson for somebody signed in as another user: the account's holder would no longer hear a fire
 */
export const muteAlarms = (ctx: Ctx, { ids, minutes }: InputOf<typeof endpoints.alarm.mute>): Promise<null> =>
  transact(ctx, async (write) => {
    const { accountId, issuer, companyId, companyPath } = ctx.actor
    if (accountId === null || issuer !== null) throw new DomainError('notInPerson')
    const until = minutes === undefined ? null : new Date(write.at.getTime() + minutes * 60_000)
    const waiting = await unconfirmedAlarms(write.db, ids)
    const muted = new Set(
      waiting.length === 0
        ? []
        : await insertMutes(
            write.db,
            waiting.map(({ id }) => id),
            accountId,
            { at: write.at, until },
          ),
    )
    const alarms = waiting.filter(({ id }) => muted.has(id))
    const codes = alarms.map(({ id, first_at, timeZone }) => alarmCode(id, first_at, timeZone))
    write.audit({
      action: 'alarm.mute',
      object: { kind: 'alarm', id: alarms[0]?.id ?? ids[0] ?? 0, name: codes[0] ?? '' },
      owner: { companyId: companyId ?? 0, path: companyPath },
      changes: { muted: [null, codes], ...(until === null ? {} : { toAt: [null, until.toISOString()] as const }) },
      ...(alarms.length > 0 ? {} : { result: 'alreadyMuted' }),
    })
    write.emit({ kind: 'alarm', change: 'muted', objectId: null, owner: { path: '', accountId } })
    return null
  })
