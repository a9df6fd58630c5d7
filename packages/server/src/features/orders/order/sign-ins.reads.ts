import type { OrderDetail, OrderSignIn } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** The sign addresses that an order lists. */
export const sitesOf = (db: Kysely<Tables>, orderId: number): Promise<OrderDetail['sites']> =>
  db
    .selectFrom('order_site')
    .innerJoin('sign_site', 'sign_site.id', 'order_site.site_id')
    .select(['sign_site.id', 'sign_site.name', 'sign_site.address', 'sign_site.latitude', 'sign_site.longitude'])
    .select(['sign_site.coordinate_system as coordinateSystem', 'sign_site.radius_m as radiusM'])
    .select('order_site.signed_at as signedAt')
    .where('order_site.order_id', '=', orderId)
    .orderBy('sign_site.id')
    .execute()

const metres = (value: number | null): number | null => (value === null ? null : Math.round(value))

/** Who signed in where for an order, oldest first. */
export const signInsOf = async (db: Kysely<Tables>, orderId: number): Promise<OrderSignIn[]> => {
  const rows = await db
    .selectFrom('order_sign_in as sign_in')
    .innerJoin('sign_site', 'sign_site.id', 'sign_in.site_id')
    .innerJoin('account', 'account.id', 'sign_in.account_id')
    .select(['sign_in.id', 'sign_in.at', 'sign_in.result', 'sign_in.distance_m', 'sign_in.accuracy_m', 'sign_in.reason'])
    .select(['sign_in.scan', 'sign_site.name as siteName', 'account.name as engineer'])
    .where('sign_in.order_id', '=', orderId)
    .orderBy('sign_in.id')
    .execute()
  return rows.map(({ distance_m, accuracy_m, ...row }) => ({
    ...row,
    distanceM: metres(distance_m),
    accuracyM: metres(accuracy_m),
  }))
}
