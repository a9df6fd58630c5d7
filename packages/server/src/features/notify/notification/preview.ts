import {
  eventMayBeAlarm,
  type ActiveHours,
  type EnumValue,
  type Preview,
  type PreviewLine,
  DomainError,
  type endpoints,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { numberProofs } from '../../base/message-record/called-numbers.ts'
import { channelsUp } from '../notify-provider/provider-health.ts'
import { pushReachOf } from '../../people/push/push-reach.ts'
import { rulesFor, type MatchingRule } from '../notify-rule/rules-for.ts'
import { restsAt } from './notification.rules.ts'
import { stepsOf, tell, type Facts, type Verdict } from './decide.ts'
import { createPeople, type People, type PlaceOf } from './people.ts'
import { translate } from '../../../platform/i18n.ts'

/** A hypothetical event. */
export interface PreviewOf {
  readonly projectId: number
  readonly deviceId?: number
  readonly event: EnumValue<'notifyEvent'>
  readonly level?: EnumValue<'alarmLevel'>
  readonly alarmTypeId?: number
  readonly faultTypeId?: number
  readonly at: Date
}

interface Asked {
  readonly people: People
  readonly place: PlaceOf
  readonly timeZone: string
  readonly quietHours: ActiveHours | null
  readonly fire: boolean
  readonly mayBeAlarm: boolean
  readonly channels: Facts['channels']
  readonly at: number
}

const isCall = (channel: EnumValue<'notifyMethod'>): boolean => channel === 'sms' || channel === 'voice'

/** Seconds that a person on a call list has, over all channels, before the next one is notified. */
const answeringS = (verdict: Verdict, answerS: number): number => verdict.tell.length * answerS

/** A line with the number at which the person is called; empty if they are not. */
type Numbered = Omit<PreviewLine, 'number' | 'push'> & { readonly phone: string }

const linesOf = async ({ id, rule }: MatchingRule, asked: Asked): Promise<Numbered[]> => {
  const lines: Numbered[] = []
  for (const { step, round, at } of stepsOf(rule, 0)) {
    const said = rule.steps[step - 1]
    if (!said) continue
    const then = asked.at + at
    const receivers = await asked.people.receivers(said, asked.place, new Date(then))
    const rests = restsAt({ active: rule.activeHours, quiet: asked.quietHours }, asked.timeZone, then)
    const { fire, mayBeAlarm: isAlarm, channels: up } = asked
    const verdicts = tell(said.channels, receivers, { fire, mayBeAlarm: isAlarm, ...rests, project: null, channels: up })
    const waits = new Map<number, number>()
    for (const verdict of verdicts) {
      const { kind, receiver, name, person, channels, leftOut } = verdict
      const isList = kind === 'callList' || kind === 'deviceList'
      const waitS = isList ? (waits.get(receiver) ?? 0) : 0
      if (isList) waits.set(receiver, waitS + answeringS(verdict, said.answerS))
      lines.push({
        atS: at / 1000 + waitS,
        ruleId: id,
        ruleName: rule.name,
        step,
        round,
        receiver: { kind, name, accountId: person?.accountId ?? null },
        channels: [...channels],
        leftOut,
        phone: said.channels.some(isCall) ? (person?.phone ?? '') : '',
      })
    }
  }
  return lines
}

const faultCodeOf = async (db: Ctx['systemDb'], id: number): Promise<string | null> =>
  (await db.selectFrom('fault_type').select('code').where('id', '=', id).executeTakeFirst())?.code ?? null

/**
 * Who would be notified of an event at that moment, decided by the same functions as in a real case, assuming that nobody answers or ends
 * it. For a project on test or stopped, the preview says so and shows the order without that.
 */
export const previewOf = async (ctx: Ctx, event: PreviewOf): Promise<Preview> => {
  const { projectId, deviceId = null, at } = event
  const db = ctx.systemDb
  const project = await db
    .selectFrom('project')
    .select(['type_id', 'company_id', 'path', 'customer_id', 'time_zone', 'stopped', 'quiet_hours'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const rules = await rulesFor(db, {
    companyPath: project.path,
    projectId,
    projectTypeId: project.type_id,
    deviceId,
    event: event.event,
    level: event.level ?? null,
    alarmTypeId: event.alarmTypeId ?? null,
    faultTypeId: event.faultTypeId ?? null,
  })
  const faultCode = event.faultTypeId === undefined ? null : await faultCodeOf(db, event.faultTypeId)
  const asked: Asked = {
    people: createPeople(ctx, at),
    place: { path: project.path, projectId, customerId: project.customer_id, deviceId },
    timeZone: project.time_zone,
    quietHours: project.quiet_hours,
    fire: event.level === 'fire',
    mayBeAlarm: eventMayBeAlarm(event.event, faultCode),
    // Providers as they are now: nobody knows which will be up then.
    channels: await channelsUp(db, ctx.clock.now()),
    at: at.getTime(),
  }
  const numbered = (await Promise.all(rules.map((rule) => linesOf(rule, asked)))).flat()
  const proofOf = await numberProofs(
    db,
    project.company_id,
    numbered.map(({ phone }) => phone),
  )
  const isPushed = ({ channels, receiver }: Numbered): boolean =>
    receiver.accountId !== null && channels.some(({ channel }) => channel === 'app')
  const reachOf = await pushReachOf(
    db,
    numbered.filter(isPushed).flatMap(({ receiver }) => receiver.accountId ?? []),
  )
  const lines = numbered.map((line): PreviewLine => {
    const { phone, ...shown } = line
    const push = isPushed(line) ? reachOf(line.receiver.accountId ?? 0) : null
    return { ...shown, number: phone === '' ? null : proofOf(phone), push }
  })
  const onTest = await isOnTest(ctx, event)
  return {
    lines: lines.toSorted((a, b) => a.atS - b.atS),
    projectReason: onTest ? 'onTest' : project.stopped ? 'projectStopped' : null,
  }
}

const isOnTest = async ({ systemDb }: Ctx, { projectId, deviceId, at }: PreviewOf): Promise<boolean> => {
  const device: number | null = deviceId ?? null
  const { rows } = await sql<{ test: boolean }>`
    select is_on_test(${projectId}::bigint, (select d.gateway_id from device d where d.id = ${device}::bigint), ${device}::bigint,
      coalesce('d' || ${device}::bigint, ''), ${at}, ${at}) as test`.execute(systemDb)
  return rows[0]?.test ?? false
}

type Entries = typeof endpoints.notification

/** These people belong to the place itself, so anyone who sees the place may read their names. */
const ofPlace: readonly PreviewLine['receiver']['kind'][] = ['callList', 'deviceList']

/**
 * Who would be called. Of rules that the caller does not see, such as those of companies above, the names and people are hidden: only that
 * somebody is notified is shown.
 * @throws DomainError notHere for a device that is not at the project
 */
export const previewCall = async (ctx: Ctx, input: InputOf<Entries['preview']>): Promise<OutputOf<Entries['preview']>> => {
  const { at, level, ...event } = input
  if (event.deviceId !== undefined) {
    const device = await ctx.db.selectFrom('device').select('project_id').where('id', '=', event.deviceId).executeTakeFirst()
    if (device?.project_id !== event.projectId)
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.deviceNotAtProject') }, 'deviceId')
  }
  const type = event.alarmTypeId === undefined ? undefined : await levelOf(ctx, event.alarmTypeId)
  const known = type ?? level
  const preview = await previewOf(ctx, {
    ...event,
    ...(known === undefined ? {} : { level: known }),
    at: at === undefined ? ctx.clock.now() : new Date(at),
  })
  const ids = [...new Set(preview.lines.map(({ ruleId }) => ruleId))]
  if (ids.length === 0) return preview
  const rules = await ctx.db.selectFrom('notify_rule').select('id').where('id', 'in', ids).execute()
  const seen = new Set(rules.map(({ id }) => id))
  const ruleName = translate(ctx.locale, 'reasons.ruleOfOtherCompany')
  const shown = (line: PreviewLine): PreviewLine =>
    seen.has(line.ruleId)
      ? line
      : {
          ...line,
          ruleName,
          ...(ofPlace.includes(line.receiver.kind)
            ? {}
            : { receiver: { ...line.receiver, name: '', accountId: null }, number: null, push: null }),
        }
  return { ...preview, lines: preview.lines.map(shown) }
}

const levelOf = async (ctx: Ctx, id: number) =>
  (await ctx.db.selectFrom('alarm_type').select('level').where('id', '=', id).executeTakeFirst())?.level

export const previewTypes = async (ctx: Ctx): Promise<OutputOf<Entries['previewTypes']>> => {
  const [alarmTypes, faultTypes] = await Promise.all([
    ctx.db
      .selectFrom('alarm_type')
      .select(['id as value', `name_${ctx.locale} as label`, 'level'])
      .where('enabled', '=', true)
      .orderBy('id')
      .execute(),
    ctx.db
      .selectFrom('fault_type')
      .select(['id as value', `name_${ctx.locale} as label`])
      .where('enabled', '=', true)
      .orderBy('id')
      .execute(),
  ])
  return { alarmTypes, faultTypes }
}
