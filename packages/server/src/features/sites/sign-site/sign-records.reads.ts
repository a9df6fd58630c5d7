import type { endpoints, InputOf, OutputOf, SignRecord } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { containing, listPage } from '../../../platform/list.ts'

type Records = typeof endpoints.signSite.records

const metres = (value: number | null): number | null => (value === null ? null : Math.round(value))

const read = async (ctx: Ctx, ids: readonly number[]): Promise<SignRecord[]> => {
  const rows = await ctx.db
    .selectFrom('order_sign_in')
    .innerJoin('work_order', 'work_order.id', 'order_sign_in.order_id')
    .innerJoin('project', 'project.id', 'work_order.project_id')
    .innerJoin('account', 'account.id', 'order_sign_in.account_id')
    .select(['order_sign_in.id', 'order_sign_in.at', 'order_sign_in.result', 'order_sign_in.reason', 'order_sign_in.scan'])
    .select(['order_sign_in.distance_m', 'order_sign_in.accuracy_m', 'account.name as engineer'])
    .select(['order_sign_in.latitude', 'order_sign_in.longitude', 'order_sign_in.coordinate_system'])
    .select([
      'work_order.id as orderId',
      'work_order.code as orderCode',
      'work_order.kind as orderKind',
      'project.time_zone as timeZone',
    ])
    .where('order_sign_in.id', 'in', ids)
    .execute()
  return rows.map(({ distance_m, accuracy_m, latitude, longitude, coordinate_system, ...row }) => ({
    ...row,
    distanceM: metres(distance_m),
    accuracyM: metres(accuracy_m),
    position: { latitude, longitude, coordinateSystem: coordinate_system },
  }))
}

/** Sign-ins at an address, as far as the caller sees the orders. */
export const signRecords = (ctx: Ctx, input: InputOf<Records>): Promise<OutputOf<Records>> => {
  let rows = ctx.db.selectFrom('order_sign_in').where('order_sign_in.site_id', '=', input.siteId)
  if (input.result) rows = rows.where('order_sign_in.result', '=', input.result)
  if (input.startTime) rows = rows.where('order_sign_in.at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('order_sign_in.at', '<=', input.endTime)
  if (input.keyword) {
    const { keyword } = input
    const pattern = containing(keyword)
    rows = rows.where((e) =>
      e.or([
        e('order_sign_in.account_id', 'in', e.selectFrom('account').select('account.id').where('account.name', 'ilike', pattern)),
        e(
          'order_sign_in.order_id',
          'in',
          e
            .selectFrom('work_order')
            .select('work_order.id')
            .where(hasKeyword(['work_order.code'], keyword)),
        ),
      ]),
    )
  }
  return listPage<SignRecord>(ctx.db, input, {
    rows,
    key: 'order_sign_in.id',
    sorts: { at: 'order_sign_in.at', distanceM: 'order_sign_in.distance_m' },
    defaultSort: { by: 'at', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}
