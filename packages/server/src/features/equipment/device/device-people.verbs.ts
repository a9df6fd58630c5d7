import { DomainError, type AuditActionOf, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { rightsChanged } from '../../base/access/end-sessions.ts'
import { emitDevices } from './device.events.ts'
import { isUser } from './device-people.reads.ts'
import { usableDevice } from './device.rules.ts'
import { type StoredDevice, lockDevices } from './device.store.ts'
import { auditRow, deleteRow, insertRow, lockRow, updateRow } from '../../../platform/rows/rows.ts'

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
export const removeDeviceUser = (ctx: Ctx, input: InputOf<User['remove']>): Promise<null> =>
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

type Notifier = typeof endpoints.deviceNotifier

const ownerOfDevice = ({ company_id: companyId, path }: StoredDevice) => ({ companyId, path })

/** The device that a person's row belongs to, if the caller sees it. */
const deviceOf = async (write: Write, deviceId: number): Promise<StoredDevice> => {
  const [device] = await lockDevices(write.db, [deviceId])
  if (!device) throw new DomainError('notFound', {}, 'id')
  return device
}

/** A row that the caller sees; an ordinary user sees only those they created. @throws DomainError notFound; staleVersion */
const ownRow = async (
  ctx: Ctx,
  write: Write,
  input: { readonly id: number; readonly version?: number },
  purpose: 'change' | 'delete' = 'change',
) => {
  const row = await lockRow(write, 'device_notifier', input, purpose)
  if (isUser(ctx) && row.created_by !== ctx.actor.accountId) throw new DomainError('notFound', {}, 'id')
  return row
}

/** Adds a person who is notified about a device. */
export const createNotifier = (ctx: Ctx, input: InputOf<Notifier['create']>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const { deviceId, ...fields } = input
    const device = await usableDevice(ctx, write, deviceId, 'deviceId')
    const audit = { action: 'deviceNotifier.create', owner: ownerOfDevice(device) } as const
    const id = await insertRow(write, 'device_notifier', { device_id: device.id, ...fields }, audit)
    emitDevices(write, 'notifiersChanged', [device])
    return { id }
  })

/** If name or phone is left out, it stays: editors see them masked. */
export const updateNotifier = (ctx: Ctx, input: InputOf<Notifier['update']>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = await ownRow(ctx, write, input)
    const device = await deviceOf(write, row.device_id)
    const { id, version: _version, name = row.name, phone = row.phone, ...fields } = input
    const audit = { action: 'deviceNotifier.update', owner: ownerOfDevice(device) } as const
    await updateRow(write, 'device_notifier', row, { name, phone, ...fields }, audit)
    emitDevices(write, 'notifiersChanged', [device])
    return { id }
  })

export const removeNotifier = (ctx: Ctx, input: InputOf<Notifier['remove']>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await ownRow(ctx, write, input, 'delete')
    const device = await deviceOf(write, row.device_id)
    await deleteRow(write, 'device_notifier', row, { action: 'deviceNotifier.del', owner: ownerOfDevice(device) })
    emitDevices(write, 'notifiersChanged', [device])
    return null
  })

/** Shows what lists mask, and records that in the audit log. */
export const unmaskNotifier = (ctx: Ctx, input: InputOf<Notifier['unmask']>): Promise<OutputOf<Notifier['unmask']>> =>
  transact(ctx, async (write) => {
    const row = await ownRow(ctx, write, input)
    const device = await deviceOf(write, row.device_id)
    auditRow(write, 'device_notifier', row, { action: 'deviceNotifier.unmask', owner: ownerOfDevice(device) })
    return { name: row.name, phone: row.phone }
  })
