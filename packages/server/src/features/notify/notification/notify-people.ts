import { type EnumValue, pageAddress } from '@emberwatch/contract'
import type { Insertable } from 'kysely'
import type { Write } from '../../../platform/transact.ts'
import type { StepLeftOut, NotifiedPerson } from '../../../tables/notifications.tables.ts'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import type { CauseNow } from './cause-facts.ts'
import { shownNameOf, type Advanced } from './decide.ts'
import { createTexts, isTest } from './messages-of.ts'
import type { ProjectFacts } from './people.ts'
import type { StoredRun } from './run.store.ts'

/** What was decided for one run now. */
export interface DecidedRun {
  readonly run: StoredRun
  /** The events that people still have to be notified of. */
  readonly open: readonly CauseNow[]
  readonly project: ProjectFacts | undefined
  readonly startedAt: number
  readonly advanced: Advanced
}

export const timeZoneOf = (project: ProjectFacts | undefined): string => project?.time_zone ?? 'UTC'

/** Sends what was decided: to people outside through the queue, to consoles as messages. */
export const notifyPeople = async (
  write: Write,
  { run, open, project, advanced }: DecidedRun,
  publicUrl?: string,
): Promise<Insertable<MessageRecordTable>[]> => {
  const attempts = advanced.attempts.filter(({ shared }) => !shared)
  if (attempts.length === 0) return []
  const place = { name: project?.name ?? '', timeZone: timeZoneOf(project) }
  const textOf = createTexts(write.systemDb, { event: run.event, path: run.path, causes: open, project: place })
  const link =
    run.alarm_id === null
      ? pageAddress('faultDetail', { id: run.fault_id ?? 0 })
      : pageAddress('alarmDetail', { id: run.alarm_id })
  for (const language of ['zh', 'en'] as const) {
    const ids = attempts.flatMap(({ leg, channel }) =>
      channel === 'inSite' && (run.rule.language ?? leg.person.language) === language ? (leg.person.accountId ?? []) : [],
    )
    if (ids.length === 0) continue
    const { title, content } = await textOf('inSite', language)
    await sendMessages(write, ids, 'notice', { title, content }, link)
  }
  const rows: Insertable<MessageRecordTable>[] = []
  for (const { leg, channel } of attempts) {
    if (channel === 'inSite' || leg.key === null) continue
    const { person } = leg
    const language = run.rule.language ?? person.language
    const { title, content, templateId, params } = await textOf(channel, language)
    const answerS = run.rule.steps[leg.step - 1]?.answerS ?? 0
    rows.push({
      company_id: run.company_id,
      path: run.path,
      customer_id: run.customer_id,
      project_id: run.project_id,
      alarm_id: run.alarm_id,
      fault_id: run.fault_id,
      run_id: run.id,
      cause: 'rule',
      event: run.event,
      fire: run.fire,
      // An unanswered fire is as urgent as the fire itself. No fire waits behind a test of it.
      priority: (run.event === 'alarm' || run.fire) && !isTest(open) ? 0 : 1,
      key: leg.key,
      channel,
      account_id: person.accountId,
      receiver: person.name,
      phone: person.phone,
      email: person.email,
      language,
      title,
      // Where the console is reached from elsewhere is known only if it was set.
      content: channel === 'mail' && publicUrl !== undefined ? `${content}\n\n${publicUrl}/#${link}` : content,
      template_id: templateId,
      params: JSON.stringify(params),
      created_at: write.at,
      due_at: write.at,
      state_at: write.at,
      answer_by: channel === 'voice' ? new Date(write.at.getTime() + answerS * 1000) : null,
    })
  }
  return rows
}

/** What each step did, for the page and for the journeys of the alarms. */
export const notifiedOf = ({ run, advanced }: DecidedRun, at: Date) => {
  const steps = new Map<string, { step: number; round: number; told: NotifiedPerson[] }>()
  for (const { leg, channel } of advanced.attempts) {
    const key = `${leg.step} ${leg.round}`
    const entry = steps.get(key) ?? { step: leg.step, round: leg.round, told: [] }
    entry.told.push({ kind: leg.person.kind, at: at.toISOString(), name: shownNameOf(leg.person), channel, key: leg.key })
    steps.set(key, entry)
  }
  return [...steps.values()].map((entry) => ({ run_id: run.id, ...entry }))
}

/** These people belong to the place itself, so anyone who sees the place may read their names. */
export const isOfPlace = (kind: EnumValue<'notifyReceiver'>): boolean => kind === 'callList' || kind === 'deviceList'

interface Noted {
  readonly step: number
  readonly round: number
  readonly told: readonly NotifiedPerson[]
  readonly leftOut: readonly StepLeftOut[]
}

/**
 * The step as it appears in the journeys of its alarms. For a rule of a company above, its name and people are hidden, as not everybody who
 * sees the alarm may see them.
 */
export const journeyOf = (run: StoredRun, open: readonly CauseNow[], { step, round, told, leftOut }: Noted, above: boolean) => {
  const shown = (kind: EnumValue<'notifyReceiver'>, name: string): string => (above && !isOfPlace(kind) ? '' : name)
  const detail = {
    rule: above ? '' : run.rule_name,
    step,
    round,
    told: told.map(({ kind, name, channel }) => ({ kind, name: shown(kind, name), channel })),
    leftOut: leftOut.map((one) => ({ ...one, name: shown(one.kind, one.name) })),
  }
  const alarms = new Set(open.flatMap(({ kind, objectId }) => (kind === 'fault' ? [] : [objectId])))
  return [...alarms].map((alarmId) => ({ alarmId, detail }))
}
