import {
  DomainError,
  type BuiltOrderKind,
  type endpoints,
  type EnumValue,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { metresBetween } from '../../platform/position.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import type { SignSiteTable } from '../../tables/sites.tables.ts'
import { moveOrder } from './move-order.ts'
import { insertSignIn, siteOfOrder } from './order.store.ts'

type Sign = typeof endpoints.orderApp.sign
type Input = InputOf<Sign>

interface Judgement {
  readonly result: EnumValue<'signInResult'>
  readonly distance: number | null
}

const judgePosition = (site: Selectable<SignSiteTable>, input: Input): Judgement => {
  const { latitude, longitude, coordinate_system: coordinateSystem } = site
  const distance =
    latitude === null || longitude === null
      ? null
      : metresBetween({ latitude, longitude, coordinateSystem: coordinateSystem ?? 'WGS84' }, input)
  if (input.mock) return { result: 'mocked', distance }
  if (distance === null) return { result: 'unknown', distance }
  return { result: distance <= site.radius_m ? 'inRadius' : 'outOfRadius', distance }
}

/** Asked for a reason; it is kept and marked, and the work may begin: a wrong map must not keep an engineer from a fire panel. */
const suspicious: ReadonlySet<Judgement['result']> = new Set(['outOfRadius', 'mocked'])

/**
 * An assigned engineer signs in at one of the order's sign addresses (domain.md, "Work orders").
 * @throws what `moveOrder` does; invalidInput for an address that the order does not list, reasonRequired out of its radius or with a mock position
 */
export const signIn = async (ctx: Ctx, kind: BuiltOrderKind, input: Input): Promise<OutputOf<Sign>> => {
  let judged: Judgement = { result: 'unknown', distance: null }
  let siteName = ''
  const { id } = await moveOrder(ctx, kind, input.id, {
    action: 'signIn',
    note: input.reason,
    check: async (write, order) => {
      const site = await siteOfOrder(write.db, order.id, input.siteId)
      if (!site) return refuseField(ctx, 'siteId', 'notListed')
      judged = judgePosition(site, input)
      siteName = site.name
      if (suspicious.has(judged.result) && !input.reason) throw new DomainError('reasonRequired', {}, 'reason')
    },
    effects: async (write, order) => {
      if (ctx.actor.accountId === null) throw new Error('an engineer has an account')
      await insertSignIn(write.db, {
        order_id: order.id,
        site_id: input.siteId,
        account_id: ctx.actor.accountId,
        at: write.at,
        latitude: input.latitude,
        longitude: input.longitude,
        coordinate_system: input.coordinateSystem,
        accuracy_m: input.accuracyM ?? null,
        distance_m: judged.distance,
        result: judged.result,
        reason: input.reason ?? null,
      })
      return { siteId: [null, siteName], result: [null, judged.result], distanceM: [null, metres(judged)] }
    },
  })
  return { id, result: judged.result, distanceM: metres(judged) }
}

const metres = ({ distance }: Judgement): number | null => (distance === null ? null : Math.round(distance))
