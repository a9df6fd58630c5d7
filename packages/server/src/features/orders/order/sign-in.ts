import {
  DomainError,
  type OrderKindName,
  type endpoints,
  type EnumValue,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { metresBetween } from '../../../platform/position.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { judgeScan } from '../../sites/sign-site/sign-site.rules.ts'
import { transitionOrder } from './transition-order.ts'
import { insertSignIn, siteOfOrder } from './order.store.ts'

type Sign = typeof endpoints.orderApp.sign
type Input = InputOf<Sign>

interface PositionCheck {
  readonly result: EnumValue<'signInResult'>
  readonly distance: number | null
}

const checkPosition = (site: NonNullable<Awaited<ReturnType<typeof siteOfOrder>>>, input: Input): PositionCheck => {
  const { latitude, longitude, coordinate_system: coordinateSystem } = site
  const distance =
    latitude === null || longitude === null
      ? null
      : metresBetween({ latitude, longitude, coordinateSystem: coordinateSystem ?? 'WGS84' }, input)
  if (input.mock) return { result: 'mocked', distance }
  if (distance === null) return { result: 'unknown', distance }
  return { result: distance <= site.radius_m ? 'inRadius' : 'outOfRadius', distance }
}

/** These require a reason. They are stored and marked, and the work may begin: a wrong map must not keep an engineer from a fire panel. */
const suspicious: ReadonlySet<PositionCheck['result']> = new Set(['outOfRadius', 'mocked'])

/**
 * An assigned engineer signs in at one of the order's sign addresses (domain.md, "Work orders").
 * @throws what `transitionOrder` does; invalidInput for an address that the order does not list; reasonRequired outside its radius or with
 * a mock position
 */
export const signIn = async (ctx: Ctx, kind: OrderKindName, input: Input): Promise<OutputOf<Sign>> => {
  let position: PositionCheck = { result: 'unknown', distance: null }
  let siteName = ''
  let scan: EnumValue<'signScan'> | null = null
  const { id } = await transitionOrder(ctx, kind, input.id, {
    action: 'signIn',
    note: input.reason,
    check: async (write, order) => {
      const site = await siteOfOrder(write.db, order.id, input.siteId)
      if (!site) return refuseField(ctx, 'siteId', 'notListed')
      position = checkPosition(site, input)
      siteName = site.name
      // Evidence beside the position. It never keeps an engineer from a fire panel.
      scan = input.scan === undefined ? null : await judgeScan(ctx, input.scan, site)
      if (suspicious.has(position.result) && !input.reason) throw new DomainError('reasonRequired', {}, 'reason')
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
        distance_m: position.distance,
        result: position.result,
        reason: input.reason ?? null,
        scan,
      })
      return {
        siteId: [null, siteName],
        result: [null, position.result],
        distanceM: [null, metres(position)],
        ...(scan === null ? {} : { scan: [null, scan] }),
      }
    },
  })
  return { id, result: position.result, distanceM: metres(position), scan }
}

const metres = ({ distance }: PositionCheck): number | null => (distance === null ? null : Math.round(distance))
