import { alarmCode, type AlarmChange, type AlarmEventData } from '@emberwatch/contract'
import type { BatchWrite } from '../../../../platform/batch-write.ts'
import type { Cause } from '../../notify-cause/cause.batch.ts'
import { causeOf, groupSignals, keyOf, type Raise } from '../../signal/signal.ts'
import { emitAlarmEvent } from './alarm-event.ts'
import type { AlarmSignal } from './alarm-signal.ts'
import { foldIntoAlarms, restoreAlarms } from './fold.batch.ts'
import { copySteps, type ReportedStep } from './journey.ts'
import {
  closeOpenAlarms,
  insertAlarms,
  lockOpenAlarms,
  openAlarms,
  type OpenAlarmRow,
  type OpenedAlarm,
  type StandingAlarm,
} from './raise.batch.ts'

/** Repeats beyond this number are counted but not listed in the alarm's journey. */
const listedRepeats = 20

/** What signals did to alarms. */
export interface AppliedSignals<S extends AlarmSignal> {
  /** The signals that raised new alarms, with the ids of these. */
  readonly raised: { id: number; signal: S }[]
  /** The signals that raised confirmed alarms again. */
  readonly raisedAgain: S[]
  /** What people have to be notified of. The caller stores them. */
  readonly causes: Cause[]
}

/**
 * Raises, folds and restores alarms (domain.md, "Alarms and faults") in a few statements, however many there are. Each signal carries the
 * time its message was received, and a late one never undoes a newer one: with several processes, a gateway's messages may be written out
 * of order.
 */
export const applyAlarmSignals = async <S extends AlarmSignal>(
  write: BatchWrite,
  signals: readonly S[],
): Promise<AppliedSignals<S>> => {
  const applied: AppliedSignals<S> = { raised: [], raisedAgain: [], causes: [] }
  if (signals.some(({ action }) => action === 'restore')) await lockOpenAlarms(write.client, signals)
  for (const { raises, restores } of groupSignals(signals)) {
    if (raises.length > 0) await raise(write, raises, applied)
    if (restores.length > 0) await restore(write, restores)
  }
  return applied
}

const raise = async <S extends AlarmSignal>(
  write: BatchWrite,
  raises: readonly Raise<S>[],
  applied: AppliedSignals<S>,
): Promise<void> => {
  const { fresh, folded } = await open(write, raises)
  const journey: ReportedStep[] = []
  if (fresh.length > 0) insert(write, fresh, applied, journey)
  if (folded.length > 0) {
    const stale = await fold(write, folded, applied, journey)
    if (stale.length > 0) insert(write, await reopen(write, stale), applied, journey)
  }
  write.later(copySteps(write.client, journey))
}

/** Finds the open alarm for each point and type, or reserves a row for a new one. */
const open = async <S extends AlarmSignal>(
  { client }: BatchWrite,
  raises: readonly Raise<S>[],
): Promise<{ fresh: OpenedAlarm<S>[]; folded: OpenedAlarm<S>[] }> => {
  const rows = await openAlarms(client, raises)
  const found = new Map(rows.map((row) => [keyOf(row.type_id, row.point), row]))
  const fresh: OpenedAlarm<S>[] = []
  const folded: OpenedAlarm<S>[] = []
  for (const each of raises) {
    const row = found.get(keyOf(each.first.typeId, each.first.point))
    if (row === undefined) throw new Error('no open-alarm row for a raise')
    ;(row.raised ? fresh : folded).push({ raise: ownedBy(each, row), row })
  }
  return { fresh, folded }
}

/** The raise, with the present owner of its place. */
const ownedBy = <S extends AlarmSignal>(
  raised: Raise<S>,
  { company_id: companyId, path, customer_id: customerId }: OpenAlarmRow,
): Raise<S> => {
  const { owner } = raised.first
  if (owner.companyId === companyId && owner.path === path && owner.customerId === customerId) return raised
  return { ...raised, first: { ...raised.first, owner: { ...owner, companyId, path, customerId } } }
}

/** Replaces rows whose alarm is no longer open here: nothing may fold into an alarm that nobody sees. */
const reopen = async <S extends AlarmSignal>(write: BatchWrite, stale: readonly OpenedAlarm<S>[]): Promise<OpenedAlarm<S>[]> => {
  await closeOpenAlarms(
    write.client,
    stale.map(({ row }) => row.alarm_id),
  )
  const { fresh } = await open(
    write,
    stale.map((each) => each.raise),
  )
  if (fresh.length < stale.length) throw new Error('no open-alarm row for a raise')
  return fresh
}

/** Stores new alarms under their reserved ids. */
const insert = <S extends AlarmSignal>(
  write: BatchWrite,
  fresh: readonly OpenedAlarm<S>[],
  { raised, causes }: AppliedSignals<S>,
  journey: ReportedStep[],
): void => {
  const { at } = write
  write.later(insertAlarms(write.client, fresh, at))
  for (const { raise: each, row } of fresh) {
    const signal = each.first
    const { alarm_id: id, first_at: firstAt, test } = row
    raised.push({ id, signal })
    journey.push({
      id,
      at,
      step: 'stored',
      detail: {
        received: signal.at.toISOString(),
        decoded: signal.decodedAt.toISOString(),
        ...(signal.deviceTime === undefined ? {} : { deviceTime: signal.deviceTime.toISOString() }),
      },
    })
    // Nobody is notified of a test, unless it was raised to see who is.
    if (test && signal.triedBy === null)
      journey.push({ id, at, step: 'notificationQueued', detail: { leftOut: [{ reason: 'onTest' }] } })
    else if (signal.notify)
      causes.push(causeOf(signal, { kind: 'alarm', id, firstAt, roundAt: signal.at, level: signal.type.level }))
    audit(write, 'raise', id, signal, { state: [null, 'unconfirmed'] })
    emit(write, 'raised', signal, { id, first_at: firstAt, state: 'unconfirmed', level: signal.type.level, test })
  }
}

/** Folds repeats into open alarms. Returns the raises whose alarm is no longer open. */
const fold = async <S extends AlarmSignal>(
  write: BatchWrite,
  folded: readonly OpenedAlarm<S>[],
  { raisedAgain, causes }: AppliedSignals<S>,
  journey: ReportedStep[],
): Promise<OpenedAlarm<S>[]> => {
  const rows = await foldIntoAlarms(
    write.client,
    folded.map(({ raise: { first, repeats, lastAt }, row }) => ({
      id: row.alarm_id,
      firstAt: row.first_at,
      times: repeats + 1,
      lastAt,
      acknowledgeS: first.type.acknowledgeS,
      test: row.test,
      mergeWindowS: first.mergeWindowS,
      notify: first.notify,
      eachIsNew: first.eachIsNew,
      owner: first.owner,
    })),
  )
  const standing = new Map(rows.map((row) => [row.id, row]))
  for (const { raise: each, row: place } of folded) {
    const row = standing.get(place.alarm_id)
    if (row === undefined) continue
    const { first: signal, lastAt } = each
    const { id, first_at: firstAt, repeat_count: count, again, notified, missed, level } = row
    if (missed !== null) {
      journey.push({ id, at: new Date(missed), step: 'breached', detail: { clock: 'close' } })
      emit(write, 'breached', signal, row)
      causes.push(causeOf(signal, { kind: 'breach', id, firstAt, roundAt: missed, clock: 'close', level }))
      audit(write, 'breach', id, signal, { closeDueAt: [null, missed] })
    }
    const change = again ? 'raisedAgain' : 'repeated'
    if (again || count <= listedRepeats) journey.push({ id, at: lastAt, step: change, detail: { count } })
    emit(write, change, signal, row, again ? { raisedAt: lastAt.toISOString() } : {})
    if (notified && signal.notify)
      causes.push(causeOf(signal, { kind: 'alarm', id, firstAt, roundAt: lastAt, level: signal.type.level }))
    if (!again) continue
    raisedAgain.push(signal)
    audit(write, 'raiseAgain', id, signal, { state: ['confirmed', 'unconfirmed'] })
  }
  return folded.filter(({ row }) => !standing.has(row.alarm_id))
}

const restore = async (write: BatchWrite, restores: readonly AlarmSignal[]): Promise<void> => {
  const rows = await restoreAlarms(write.client, restores)
  const byKey = new Map(restores.map((signal) => [keyOf(signal.typeId, signal.point), signal]))
  const journey: ReportedStep[] = []
  for (const row of rows) {
    const signal = byKey.get(keyOf(row.type_id, row.point))
    if (signal === undefined) continue
    journey.push({ id: row.id, at: signal.at, step: 'restored', detail: {} })
    audit(write, 'restore', row.id, signal, { sourceActive: [true, false] })
    emit(write, 'restored', signal, row)
  }
  write.later(copySteps(write.client, journey))
}

const audit = (
  write: BatchWrite,
  verb: 'raise' | 'raiseAgain' | 'breach' | 'restore',
  id: number,
  { name, owner: { companyId, path } }: AlarmSignal,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
): void => {
  write.audit({ action: `alarm.${verb}`, object: { kind: 'alarm', id, name }, owner: { companyId, path }, changes })
}

const emit = (
  write: BatchWrite,
  change: AlarmChange,
  signal: AlarmSignal,
  alarm: StandingAlarm,
  round: Pick<AlarmEventData, 'raisedAt'> = {},
): void => {
  const { type, owner, deviceId, deviceCode, deviceName, roomNumber, triedBy } = signal
  const { id, first_at: firstAt, level, state, test } = alarm
  const { path, customerId, projectId, projectName, timeZone } = owner
  emitAlarmEvent(
    write,
    change,
    { path, customerId, projectId, deviceId },
    {
      id,
      code: alarmCode(id, firstAt, timeZone),
      level,
      typeId: type.id,
      typeNameZh: type.nameZh,
      typeNameEn: type.nameEn,
      projectId,
      projectName,
      deviceCode,
      deviceName,
      roomNumber,
      firstAt,
      state,
      test,
      tried: triedBy !== null,
      ...round,
    },
  )
}
