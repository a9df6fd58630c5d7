import { allEndpoints, DomainError, endpoints, operationsIn, type Endpoint } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'

/** A call of the product, as administrators configure it. */
export interface Call {
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** The feature it belongs to. */
  readonly module: string
  readonly summary: string
  readonly operations: readonly string[]
  readonly perMinute: number | null
  readonly fields: readonly string[]
  readonly closable: boolean
}

const { alarm, apiConfig, home, live, session } = endpoints

/**
 * The first ones are needed to sign in and to configure: once closed, nobody could open them again. Through the others, fires reach people
 * and people act on them.
 */
const needed: ReadonlySet<string> = new Set(
  [
    session.captcha,
    session.login,
    session.loginCode,
    session.logout,
    session.validate,
    session.info,
    session.menus,
    session.branding,
    session.companyOfCode,
    session.changePassword,
    session.twoStep,
    session.beginTwoStep,
    session.confirmTwoStep,
    ...Object.values(apiConfig),
    live.stream,
    home.liveAlarms,
    alarm.page,
    alarm.detail,
    alarm.confirm,
    alarm.resolve,
    alarm.misreport,
    alarm.mute,
  ].map((entry) => entry.path),
)

const operationsOf = ({ access, also }: Endpoint): readonly string[] => [...operationsIn(access), also ?? []].flat()

/** Every call by its path. */
export const calls: ReadonlyMap<string, Call> = new Map(
  allEndpoints.map(({ name, entry }) => [
    entry.path,
    {
      path: entry.path,
      method: entry.method,
      module: name.split('.')[0] ?? '',
      summary: entry.summary,
      operations: operationsOf(entry),
      perMinute: entry.perMinute ?? null,
      fields: Object.keys(entry.input.properties),
      closable: !needed.has(entry.path),
    },
  ]),
)

/** @throws notHere for an unknown path, and for closing a call that must stay open */
export const assertConfigurable = (ctx: Ctx, path: string, enabled: boolean): void => {
  const call = calls.get(path)
  const refuse = (reason: ReasonName, field: string): never => {
    throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
  }
  if (!call) return refuse('callUnknown', 'path')
  if (!enabled && !call.closable) refuse('callNeeded', 'enabled')
}
