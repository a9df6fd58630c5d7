import { DomainError, type AuditActionOf, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { rightsChanged } from '../../base/access/rights-changed.ts'
import { emitDevices } from './device.events.ts'
import { isUser } from './device-people.reads.ts'
import { usableDevice } from './device.rules.ts'
import type { StoredDevice } from './device.store.ts'

type User = typeof endpoints.deviceUser

const auditUsers = (write: Write, action: AuditActionOf<'deviceUser'>, device: StoredDevice, accounts: readonly number[]): void =>
  write.audit({
    action,
    object: { kind: 'device', id: device.id, name: device.name },
    owner: { companyId: device.company_id, path: device.path },
    changes: { accountId: action === 'deviceUser.del' ? [accounts, null] : [null, accounts] },
  })

/** Lets ordinary users of the caller's branch see a device. Those who already see it are skipped. */
export const addDeviceUsers = (ctx: Ctx, input: InputOf<User['add']>): Promise<null> =>
  transact(ctx, async (write) => {
    if (isUser(ctx)) throw new DomainError('noAccess')
    const device = await usableDevice(ctx, write, input.deviceId, 'deviceId')
    const accounts = await write.db
      .selectFrom('account')
      .select(['id', 'type'])
      .where('id', 'in', input.accountIds)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .execute()
    if (accounts.length < input.accountIds.length) throw new DomainError('notFound', {}, 'accountIds')
    if (accounts.some(({ type }) => type !== 'user'))
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.ordinaryUsers') }, 'accountIds')
    await write.systemDb
      .insertInto('device_user')
      .values(accounts.map(({ id }) => ({ device_id: device.id, account_id: id, created_at: write.at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    rightsChanged(write, input.accountIds)
    auditUsers(write, 'deviceUser.add', device, input.accountIds)
    emitDevices(write, 'usersChanged', [device])
    return null
  })

/** Ends an ordinary user's access to a device. Users may also end their own. */
export const removeDeviceUser = (ctx: Ctx, input: InputOf<User['del']>): Promise<null> =>
  transact(ctx, async (write) => {
    if (isUser(ctx) && input.accountId !== ctx.actor.accountId) throw new DomainError('noAccess')
    const device = await usableDevice(ctx, write, input.deviceId, 'deviceId')
    const { numDeletedRows } = await write.systemDb
      .deleteFrom('device_user')
      .where('device_id', '=', device.id)
      .where('account_id', '=', input.accountId)
      .executeTakeFirst()
    if (numDeletedRows === 0n)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.deviceUserGone') }, 'accountId')
    rightsChanged(write, [input.accountId])
    auditUsers(write, 'deviceUser.del', device, [input.accountId])
    emitDevices(write, 'usersChanged', [device])
    return null
  })
