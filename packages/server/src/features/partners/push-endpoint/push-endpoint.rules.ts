import { pushLimits, type endpoints, type EnumValue, type InputOf } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import { receiverName } from '@emberwatch/device-link'
import type { Ctx } from '../../../platform/context.ts'
import { maskedUrl } from '../../../platform/mask.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { doubling } from '../../../platform/outbox/doubling.ts'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'
import type { PushEndpointTable } from '../../../tables/pushes.tables.ts'
import { matchesGatewaySecret } from '../../../platform/broker/gateway-secret.ts'

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

export type StoredEndpoint = Selectable<PushEndpointTable>

// How long an endpoint rests, and how long a push waits for its next try.

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs

const firstRestMs = 5 * secondMs
const longestRestMs = 5 * minuteMs
/** How long an endpoint rests after failures in a row. */
export const restAfter = (failures: number): number =>
  doubling(firstRestMs, longestRestMs, failures - pushLimits.failuresUntilPause)

/** A fire is tried every 15 s, however long the pauses have grown: the endpoint may be back. Less than that, because it is noticed at the next look. */
const firePauseMs = 12 * secondMs

/** Whether an endpoint rests at this moment. */
export const isResting = ({ down_until: until }: Pick<StoredEndpoint, 'down_until'>, at: Date): boolean =>
  until !== null && Date.parse(until) > at.getTime()

/** Whether a fire may be tried although it rests. Not before a time that the endpoint itself has asked for. */
export const mayTryFire = (
  { down_until: until, last_failure_at: failedAt, push_failures: failures }: StoredEndpoint,
  at: Date,
): boolean => {
  if (until === null || failedAt === null) return true
  const isAsked = Date.parse(until) - Date.parse(failedAt) > restAfter(failures) + secondMs
  return !isAsked && Date.parse(failedAt) + firePauseMs <= at.getTime()
}

/** Before the second, third … try of a push. */
const pauses = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs] as const
export const longestPauseMs = 6 * hourMs
/** How long a push pauses that has been tried `attempts` times. */
export const pauseBefore = ({ attempts, fire }: { readonly attempts: number; readonly fire: boolean }): number => {
  const pauseMs = pauses[attempts - 1] ?? longestPauseMs
  return fire ? Math.min(pauseMs, firePauseMs) : pauseMs
}

// The code of an endpoint never changes and is never given to another.
const boundTo = (code: string): string => `push_endpoint:${code}`

export const sealPushSecret = (dataDir: string, code: string, secret: string): Buffer =>
  sealSecret(dataDir, secret, boundTo(code))

/** The secrets of an endpoint: the present one first, then the former while it is valid. Use them only to push. */
export const openPushSecrets = (
  dataDir: string,
  endpoint: Pick<StoredEndpoint, 'code' | 'secret' | 'old_secret' | 'old_secret_until'>,
  now: Date,
): string[] => {
  const { code, secret, old_secret: old, old_secret_until: until } = endpoint
  const isValid = old !== null && until !== null && Date.parse(until) > now.getTime()
  return [secret, isValid ? old : null].flatMap((box) => (box === null ? [] : [openSecret(dataDir, box, boundTo(code))]))
}

const noHash = Buffer.alloc(32)

/** Whether a third party may sign in to the broker as the receiver `open/<code>`. Rejects when the database is unavailable. */
export const mayReceive = async ({ systemDb }: Pick<Ctx, 'systemDb'>, name: string, secret: string): Promise<boolean> => {
  const row = await systemDb
    .selectFrom('push_endpoint')
    .select('secret_hash')
    .where('code', '=', name.slice(receiverName('').length))
    .where('push_way', '=', 'mqtt')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // Compared in any case, so that the time does not tell whether the code exists.
  const isRight = matchesGatewaySecret(secret, row?.secret_hash ?? noHash)
  return isRight && typeof row?.secret_hash === 'object' && row.secret_hash !== null
}
