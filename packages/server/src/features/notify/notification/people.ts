import { type ActiveHours, type EnumValue, type NotifyReceiver, type NotifyStep, limits } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow, scoped, type Scope } from '../../../platform/database/scope.ts'
import { nameShown } from '../../../platform/mask.ts'
import type { StoredPerson } from '../../../tables/notifications.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { callerOfAccount, lowestLevel, type Caller } from '../../base/access/authenticate.ts'
import { onDuty } from '../duty/on-duty.ts'
import { accountLanguage } from '../../base/tenant/tenant.reads.ts'
import type { Candidate, Receiver } from './decide.ts'

/** Where something happened, as far as it determines who may know of it. */
export interface PlaceOf {
  readonly path: string
  readonly projectId: number | null
  readonly customerId: number | null
  readonly deviceId: number | null
}

type Language = StoredPerson['language']
const languageOf = (language: string | null): Language =>
  language === 'en' || language === 'zh' ? language : limits.defaultLanguage

/** People without a role see only their own data. They are still notified if a rule names them: disabling a role must not silence a fire of their company. */
const heardBy = ({ actor, scope }: Caller): Scope => {
  if (scope.kind !== 'company' || actor.level !== lowestLevel) return scope
  const { only: _only, ...wider } = scope
  return { ...wider, ownPath: actor.companyPath }
}

/** Caches lookups within the work of one moment: people of a hundred sites are mostly the same. */
export const createPeople = ({ systemDb }: Pick<Ctx, 'systemDb'>, at: Date) => {
  const remembered = new Map<string, Promise<unknown>>()
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = remembered.get(key)
    if (known) return known as Promise<T>
    const answer = read()
    remembered.set(key, answer)
    // A failed lookup is repeated the next time.
    answer.catch(() => remembered.delete(key))
    return answer
  }
  const db: Kysely<Tables> = systemDb
  const callerOf = callerOfAccount(db, { now: () => at })

  const accountOf = (id: number) =>
    once(`account ${id}`, () =>
      db
        .selectFrom('account')
        .select(['id', 'name', 'phone', 'email', 'path', 'customer_id', 'type'])
        .select(accountLanguage.as('language'))
        .where('id', '=', id)
        .executeTakeFirst(),
    )
  /** Null: the account may not act now, so nobody is notified through it. */
  const scopeOf = (id: number): Promise<Scope | null> =>
    once(`scope ${id}`, async () => {
      const caller = await callerOf(id)
      return caller && heardBy(caller)
    })

  /** Whether an account may see what happened at a place, by the same rule that decides its calls. */
  const sees = (id: number, place: PlaceOf): Promise<boolean> =>
    once(`sees ${id} ${place.projectId} ${place.deviceId} ${place.path}`, async () => {
      const scope = await scopeOf(id)
      if (scope === null) return false
      if (scope.kind === 'system') return true
      const own = scoped(db, scope)
      if (place.projectId !== null && scope.kind !== 'user') {
        const project = own.selectFrom('project').select('id').where('id', '=', place.projectId)
        return (await project.executeTakeFirst()) !== undefined
      }
      if (place.deviceId !== null) {
        const device = own.selectFrom('device').select('id').where('id', '=', place.deviceId)
        return (await device.executeTakeFirst()) !== undefined
      }
      if (scope.kind !== 'company' || scope.only !== undefined) return false
      const account = await accountOf(id)
      return (
        account !== undefined &&
        isBelow(place.path, account.path) &&
        (scope.ownPath === undefined || scope.ownPath === place.path)
      )
    })

  const candidateOf = async (kind: EnumValue<'notifyReceiver'>, id: number, place: PlaceOf): Promise<Candidate[]> => {
    const account = await accountOf(id)
    if (!account) return []
    const { name, phone, email, language, type } = account
    const enabled = (await scopeOf(id)) !== null
    const address = { phone: phone ?? '', email, language: languageOf(language) }
    const person = { kind, who: `a${id}`, name, shownName: nameShown(type, name), accountId: id, ...address }
    return [{ person, enabled, sees: enabled ? await sees(id, place) : null, methods: null }]
  }

  const callList = async (place: PlaceOf): Promise<Candidate[]> => {
    const { projectId } = place
    if (projectId === null) return []
    const rows = await once(`calls ${projectId}`, () =>
      db
        .selectFrom('project_notifier')
        .select(['account_id', 'name', 'phone', 'email', 'language', 'methods', 'enabled'])
        .where('project_id', '=', projectId)
        .orderBy('seq')
        .execute(),
    )
    return Promise.all(
      rows.map(async (row) => {
        const { account_id: accountId, name, phone, email, language, methods, enabled } = row
        const who = accountId === null ? `p${phone}` : `a${accountId}`
        const person = { kind: 'callList', who, name, accountId, phone, email, language } as const
        return { person, enabled, sees: accountId === null ? null : await sees(accountId, place), methods }
      }),
    )
  }

  const deviceList = async ({ deviceId }: PlaceOf): Promise<Candidate[]> => {
    if (deviceId === null) return []
    const rows = await once(`device ${deviceId}`, () =>
      db
        .selectFrom('device_notifier')
        .select(['name', 'phone', 'language', 'methods', 'enabled'])
        .where('device_id', '=', deviceId)
        .orderBy('id')
        .execute(),
    )
    return rows.map(({ name, phone, language, methods, enabled }) => ({
      person: { kind: 'deviceList', who: `p${phone}`, name, accountId: null, phone, email: null, language: languageOf(language) },
      enabled,
      sees: null,
      methods: methods as NonNullable<Candidate['methods']>,
    }))
  }

  /** Holders of a role who see the place. The others are not receivers. */
  const ofRole = async (roleId: number, place: PlaceOf): Promise<Candidate[]> => {
    const holders = await once(`role ${roleId}`, () =>
      db
        .selectFrom('account_role')
        .innerJoin('account', 'account.id', 'account_role.account_id')
        .innerJoin('role', 'role.id', 'account_role.role_id')
        .select(['account.id', 'account.path', 'account.customer_id', 'account.type'])
        .where('role.id', '=', roleId)
        .where('role.enabled', '=', true)
        .where('account.enabled', '=', true)
        .where('account.deleted_at', 'is', null)
        .orderBy('account.id')
        .execute(),
    )
    const near = holders.filter(({ type, path, customer_id: customerId }) =>
      type === 'user'
        ? place.deviceId !== null
        : type === 'customer'
          ? customerId === place.customerId
          : isBelow(place.path, path),
    )
    const all = (await Promise.all(near.map(({ id }) => candidateOf('role', id, place)))).flat()
    return all.filter(({ enabled, sees: mayPlace }) => enabled && mayPlace === true)
  }

  const nameOf = (table: 'role' | 'duty_team', id: number): Promise<string> =>
    once(
      `name ${table} ${id}`,
      async () => (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name ?? '',
    )

  const receiverOf = async (
    { kind, teamId, roleId, accountIds }: NotifyReceiver,
    place: PlaceOf,
    then: Date,
  ): Promise<Receiver> => {
    if (kind === 'callList') return { kind, name: '', people: await callList(place) }
    if (kind === 'deviceList') return { kind, name: '', people: await deviceList(place) }
    if (kind === 'role' && roleId !== undefined)
      return { kind, name: await nameOf('role', roleId), people: await ofRole(roleId, place) }
    if (kind === 'duty' && teamId !== undefined) {
      const duty = await once(`duty ${teamId} ${then.getTime()}`, () => onDuty(db, teamId, then))
      const people = (await Promise.all(duty.accountIds.map((id) => candidateOf(kind, id, place)))).flat()
      return { kind, name: await nameOf('duty_team', teamId), people }
    }
    const people = (await Promise.all((accountIds ?? []).map((id) => candidateOf(kind, id, place)))).flat()
    return { kind, name: '', people }
  }

  return {
    /** The people that the receivers of a step resolve to. `then`: resolve who is on duty at a later moment. A receiver that fails says why; the others are still notified. */
    receivers: ({ receivers }: Pick<NotifyStep, 'receivers'>, place: PlaceOf, then = at): Promise<Receiver[]> =>
      Promise.all(
        receivers.map((receiver) =>
          receiverOf(receiver, place, then).catch((error: unknown) => {
            const { kind, teamId, roleId } = receiver
            const failure = new Error([kind, teamId ?? roleId, String(error)].filter(Boolean).join(' '), { cause: error })
            return { kind, name: '', people: [], failure }
          }),
        ),
      ),
  }
}

export type People = ReturnType<typeof createPeople>

/** Projects, with what steps need of them. */
export const placesOf = async (db: Kysely<Tables>, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, ProjectFacts>()
  const rows = await db
    .selectFrom('project')
    .select(['id', 'name', 'time_zone', 'stopped', 'quiet_hours'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface ProjectFacts {
  readonly id: number
  readonly name: string
  readonly time_zone: string
  readonly stopped: boolean
  readonly quiet_hours: ActiveHours | null
}
