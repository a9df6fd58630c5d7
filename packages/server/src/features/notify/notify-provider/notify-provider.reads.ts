import type { endpoints, EnumValue, InputOf, OutputOf } from '@emberwatch/contract'
import { receiptWords } from '../../../platform/channels/http-template.ts'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { receiptUrlOf, type StoredProvider } from './provider-config.ts'
import { channelsUp, isDown, outsideChannels } from './provider-health.ts'
import { deliversNothing, refusesAll } from './provider.store.ts'

type Entries = typeof endpoints.notifyProvider
type Row = OutputOf<Entries['page']>['list'][number]

const stateOf = (
  {
    enabled,
    downUntil,
    failures,
    refused,
    undelivered,
    lastSuccessAt,
  }: Pick<Row, 'enabled' | 'downUntil' | 'failures' | 'lastSuccessAt'> & Pick<StoredProvider, 'refused' | 'undelivered'>,
  now: Date,
): EnumValue<'providerState'> => {
  if (!enabled) return 'off'
  if (isDown({ down_until: downUntil, refused, undelivered }, now)) return 'down'
  if (failures > 0) return 'failing'
  return lastSuccessAt === null ? 'untried' : 'up'
}

/** The providers in a state. The state depends on the time, so it is not queried; an installation has few providers. */
const idsIn = async (ctx: Ctx, state: EnumValue<'providerState'>): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('notify_provider')
    .select(fields('notify_provider', ['id', 'enabled', 'downUntil', 'failures', 'refused', 'undelivered', 'lastSuccessAt']))
    .execute()
  return rows.filter((row) => stateOf(row, ctx.clock.now()) === state).map(({ id }) => id)
}

/** Providers and how they are doing. Secrets never leave the table. */
export const pageProviders = async (ctx: Ctx, input: InputOf<Entries['page']>): Promise<OutputOf<Entries['page']>> => {
  const rows = filtered(ctx.db.selectFrom('notify_provider'), 'notify_provider', input, {
    equal: ['channel', 'kind', 'enabled'],
    containing: ['name'],
    between: 'created_at',
  })
  const ids = input.state && (await idsIn(ctx, input.state))
  return listPage<Row>(ctx.db, input, {
    rows: ids ? rows.where((e) => e('notify_provider.id', '=', e.fn.any(e.val(ids)))) : rows,
    key: 'notify_provider.id',
    sorts: {
      channel: 'notify_provider.rank',
      name: 'notify_provider.name',
      createdAt: 'notify_provider.created_at',
    },
    defaultSort: { by: 'channel', order: 'asc' },
    read: async (ids) => {
      const rows = await ctx.db
        .selectFrom('notify_provider')
        .select(
          fields('notify_provider', [
            'id',
            'channel',
            'kind',
            'name',
            'priority',
            'settings',
            'secretNames',
            'publicKey',
            'token',
          ]),
        )
        .select(
          fields('notify_provider', ['ratePerMinute', 'timeoutS', 'enabled', 'lastSuccessAt', 'lastFailureAt', 'lastFailure']),
        )
        .select(
          fields('notify_provider', [
            'failures',
            'refused',
            'undelivered',
            'downUntil',
            'balance',
            'balanceCurrency',
            'balanceAt',
            'unknownWord',
          ]),
        )
        .select(tracked('notify_provider'))
        .where('notify_provider.id', 'in', ids)
        .execute()
      // Anyone who knows the callback address can report anything, so only editors see it, in the form.
      const mayEdit = ctx.actor.operations.has('notifyProvider:update')
      return rows.map(({ token, refused, undelivered, ...row }) => ({
        ...row,
        // Each of them is a failed message. Fewer than these were about their own number.
        failures:
          row.failures +
          (refusesAll({ refused }) ? refused.length : 0) +
          (deliversNothing({ undelivered }) ? undelivered.length : 0),
        receiptUrl: (mayEdit && receiptUrlOf({ kind: row.kind, token, settings: row.settings })) || null,
        // Shown until somebody has defined what it means.
        unknownWord:
          row.unknownWord !== null && receiptWords(row.settings.receiptStates).has(row.unknownWord.toLowerCase())
            ? null
            : row.unknownWord,
        state: stateOf({ ...row, refused, undelivered }, ctx.clock.now()),
      }))
    },
  })
}

/** Whether people outside can be notified. Not scoped: providers belong to the installation. */
export const channelStates = async (ctx: Ctx): Promise<OutputOf<Entries['channels']>> => {
  const states = await channelsUp(ctx.systemDb, ctx.clock.now())
  const proven = await ctx.systemDb
    .selectFrom('notify_provider')
    .select('channel')
    .distinct()
    .where('enabled', '=', true)
    .where('last_success_at', 'is not', null)
    .execute()
  const isProven = (channel: string): boolean => proven.some((each) => each.channel === channel)
  return outsideChannels.map((channel) => ({
    channel,
    state: states[channel] === 'up' && !isProven(channel) ? ('unproven' as const) : states[channel],
  }))
}

/** What enabled providers last said about their accounts, of those that say it. */
export const knownBalances = async (ctx: Ctx) => {
  const rows = await ctx.db
    .selectFrom('notify_provider')
    .select(fields('notify_provider', ['id', 'channel', 'name', 'balance', 'balanceCurrency', 'balanceAt']))
    .where('enabled', '=', true)
    .where('balance', 'is not', null)
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ balance, balanceCurrency: currency, balanceAt: at, ...provider }) =>
    balance === null ? [] : [{ ...provider, balance, currency, at }],
  )
}
