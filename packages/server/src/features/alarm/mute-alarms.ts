import { alarmCode, DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { insertMutes, waitingOf } from './mute.store.ts'

/**
 * Ends the sound of alarms for the caller alone, in all windows and after a reload. Nobody else hears less, and what comes later sounds.
 * @throws notInPerson for whoever has signed in as somebody else: the account's holder would no longer hear a fire.
 */
export const muteAlarms = (ctx: Ctx, { ids }: InputOf<typeof endpoints.alarm.mute>): Promise<null> =>
  transact(ctx, async (write) => {
    const { accountId, issuer, companyId, companyPath } = ctx.actor
    if (accountId === null || issuer !== null) throw new DomainError('notInPerson')
    const waiting = await waitingOf(write.db, ids)
    const muted = new Set(
      waiting.length === 0
        ? []
        : await insertMutes(
            write.db,
            waiting.map(({ id }) => id),
            accountId,
            write.at,
          ),
    )
    const alarms = waiting.filter(({ id }) => muted.has(id))
    const codes = alarms.map(({ id, first_at, timeZone }) => alarmCode(id, first_at, timeZone))
    write.audit({
      action: 'alarm.mute',
      object: { kind: 'alarm', id: alarms[0]?.id ?? ids[0] ?? 0, name: codes[0] ?? '' },
      owner: { companyId: companyId ?? 0, path: companyPath },
      changes: { muted: [null, codes] },
      ...(alarms.length > 0 ? {} : { result: 'alreadyMuted' }),
    })
    write.emit({ kind: 'alarm', change: 'muted', objectId: null, owner: { path: '', accountId } })
    return null
  })
