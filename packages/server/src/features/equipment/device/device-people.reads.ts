import type { endpoints, EnumValue, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { maskedName, maskedPhone } from '../../../platform/mask.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'

type User = typeof endpoints.deviceUser
type Notifier = typeof endpoints.deviceNotifier

/** Among the people around a device, ordinary users see only themselves and those they added. */
export const isUser = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor.accountType === 'user'

/** Ordinary users who see a device, masked. */
export const pageDeviceUsers = (ctx: Ctx, input: InputOf<User['page']>): Promise<OutputOf<User['page']>> => {
  let rows = ctx.db
    .selectFrom('device_user')
    .innerJoin('account', 'account.id', 'device_user.account_id')
    .where('device_user.device_id', '=', input.deviceId)
    .where('account.deleted_at', 'is', null)
  if (isUser(ctx)) rows = rows.where('account.id', '=', ctx.actor.accountId)
  if (input.startTime) rows = rows.where('device_user.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('device_user.created_at', '<=', input.endTime)
  return listPage(ctx.db, input, {
    rows,
    key: 'account.id',
    sorts: { createdAt: 'device_user.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: async (ids) => {
      const found = await ctx.db
        .selectFrom('device_user')
        .innerJoin('account', 'account.id', 'device_user.account_id')
        .select(['account.id', 'account.account', 'account.name', 'account.phone', 'account.enabled'])
        .select('device_user.created_at as createdAt')
        .where('device_user.device_id', '=', input.deviceId)
        .where('account.id', 'in', ids)
        .execute()
      return found.map((row) => ({ ...row, name: maskedName(row.name), phone: maskedPhone(row.phone) ?? '' }))
    },
  })
}

/** How many choices a drop-down gets at once; typing narrows them. */
const selectLimit = 50

/** Enabled ordinary users of the caller's branch who do not see the device yet. Names are masked, so the search covers only the account. */
export const selectDeviceUsers = async (ctx: Ctx, input: InputOf<User['select']>): Promise<OutputOf<User['select']>> => {
  if (isUser(ctx)) return []
  let rows = ctx.db
    .selectFrom('account')
    .select(['account.id', 'account.account', 'account.name'])
    .where('account.type', '=', 'user')
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from device_user u where u.account_id = account.id and u.device_id = ${input.deviceId})`,
    )
  if (input.keyword) rows = rows.where(sql<boolean>`strpos(lower(account.account), lower(${input.keyword})) > 0`)
  const found = await rows.orderBy('account.account').limit(selectLimit).execute()
  return found.map(({ id, account, name }) => ({ value: id, label: `${account} (${maskedName(name)})` }))
}

/** The people who are notified about a device, masked. */
export const pageNotifiers = (ctx: Ctx, input: InputOf<Notifier['page']>): Promise<OutputOf<Notifier['page']>> => {
  let rows = ctx.db.selectFrom('device_notifier').where('device_notifier.device_id', '=', input.deviceId)
  if (isUser(ctx)) rows = rows.where('device_notifier.created_by', '=', ctx.actor.accountId)
  if (input.startTime) rows = rows.where('device_notifier.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('device_notifier.created_at', '<=', input.endTime)
  return listPage(ctx.db, input, {
    rows,
    key: 'device_notifier.id',
    sorts: { createdAt: 'device_notifier.created_at' },
    defaultSort: { by: 'createdAt', order: 'asc' },
    read: async (ids) => {
      const found = await ctx.db
        .selectFrom('device_notifier')
        .select(fields('device_notifier', ['id', 'name', 'phone', 'methods', 'language', 'enabled']))
        .select(tracked('device_notifier'))
        .where('id', 'in', ids)
        .execute()
      return found.map((row) => ({
        ...row,
        name: maskedName(row.name),
        phone: maskedPhone(row.phone) ?? '',
        // Written only by verbs that check their input.
        methods: row.methods as EnumValue<'notifyMethod'>[],
      }))
    },
  })
}
