import type { endpoints, EnumValue, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { maskedUrl } from '../../../platform/mask.ts'
import { refuseField } from '../../../platform/refuse-field.ts'

type Input = Omit<InputOf<typeof endpoints.pushEndpoint.create>, 'companyId' | 'pushWay'>

/** Whether third parties can receive over MQTT: only our own broker ensures that each receives its own events and sends nothing. */
export const offersMqtt = (ctx: Pick<Ctx, 'config'>): boolean => ctx.config.mqttUrl === undefined

/** Only the operating company knows what its machine and its networks contain. */
export const mayAllowPrivate = (ctx: Pick<Ctx, 'actor'>): boolean => ctx.actor.accountType === 'siter'

const hasCredentials = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.username !== '' || parsed.password !== '')
}

/** An address as the audit log has it. */
export const loggedUrl = (url: string | null): string | null => (url === null ? null : maskedUrl(url))

/**
 * The columns that a form sets, after checking them against each other.
 * @param kept the endpoint as it was, with a secret that stays if none is entered
 * @throws DomainError invalidInput at the field
 */
export const endpointColumns = (
  ctx: Ctx,
  way: EnumValue<'pushWay'>,
  input: Input,
  kept?: {
    readonly url: string | null
    readonly push_auth: EnumValue<'pushAuth'>
    readonly secret: Buffer | null
    readonly allow_private: boolean
  },
) => {
  const { url, pushAuth, pushUser, pushSecret } = input
  if (way === 'mqtt' && !offersMqtt(ctx)) refuseField(ctx, 'pushWay', 'mqttNotEnforced')
  if (way === 'http' && url === undefined) refuseField(ctx, 'url', 'required')
  if (url !== undefined && URL.parse(url) === null) refuseField(ctx, 'url', 'pushUrl')
  if (url !== undefined && hasCredentials(url)) refuseField(ctx, 'url', 'urlCredentials')
  if (way === 'mqtt' && pushAuth !== 'none') refuseField(ctx, 'pushAuth', 'notOverMqtt')
  const isNewPlace = kept !== undefined && kept.url !== (url ?? null)
  const isEntered = pushAuth === 'basic' || pushAuth === 'bearer'
  // A password stays only where it is sent to the same address: nobody may have it sent to an address of their own.
  const stays = kept !== undefined && kept.secret !== null && kept.push_auth === pushAuth && !isNewPlace
  if (isEntered && pushSecret === undefined && !stays) refuseField(ctx, 'pushSecret', 'required')
  if (pushAuth === 'basic' && pushUser === undefined) refuseField(ctx, 'pushUser', 'required')
  // What the operator has allowed holds for the address that they saw.
  const allowed = mayAllowPrivate(ctx) ? (input.allowPrivate ?? false) : kept !== undefined && !isNewPlace && kept.allow_private
  if (input.allowPrivate === true && !allowed) refuseField(ctx, 'allowPrivate', 'onlyOperator')
  return {
    name: input.name,
    url: url ?? null,
    push_auth: pushAuth,
    push_user: pushAuth === 'basic' ? (pushUser ?? null) : null,
    event_types: input.eventTypes.filter((event) => event !== 'test'),
    allow_private: allowed,
    remark: input.remark ?? '',
  }
}
