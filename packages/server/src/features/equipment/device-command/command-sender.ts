import { buildTopic, encodeMessage } from '@emberwatch/device-link'
import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Broker, Receipt } from '../../../platform/broker/broker.ts'
import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks, isLockTimeout, whenFree } from '../../../platform/database/locks.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { deviceTargets, gatewayTarget, type CommandTarget } from './command-target.ts'
import { commandChannel, lockCommand, type StoredCommand } from './command.store.ts'
import { stepCommand, type CommandStep } from './step-command.ts'

export interface CommandSenderOptions {
  /** The system's context. */
  readonly ctx: Ctx
  readonly broker: Pick<Broker, 'reaches' | 'deliver'>
  readonly notifications: Notifications
  readonly log: Pick<Logger, 'warn'>
}

const lookEveryMs = 1_000
/** Commands per round. */
const roundLimit = 200
/** The gateway may be connected to another process. It gets this long (ms) before one that cannot reach the gateway gives up. */
const othersMs = 3_000
/** What somebody has locked keeps the commands of no other company waiting, and is tried again after a while. */
const lockMs = 300
const lockedMs = 2_000
/** That a gateway has a command is stored as soon as its row is free. */
const confirmMs = 60_000

interface DueCommand {
  readonly id: number
  readonly gatewayCode: string
  readonly companyId: number
}

interface Decided {
  readonly step: CommandStep
  readonly send?: (() => Promise<void>) | undefined
}

/**
 * Sends stored commands. The rows are the outbox, so a restart loses nothing and repeats nothing. Each process sends to the gateways
 * connected to it; the row lock decides between two that could. Unconfirmed commands are repeated with the same id, as often as the
 * definition allows. Nothing is ever sent after it has expired.
 */
export const createCommandSender = ({ ctx, broker, notifications, log }: CommandSenderOptions): WakeLoop => {
  const warn = (error: unknown): void => log.warn({ err: error }, 'a command could not be sent; trying again')

  /** Runs a step of one command. If another process was faster, there is nothing to do. */
  const step = (id: number, work: (write: Write, command: StoredCommand) => Promise<CommandStep | undefined>): Promise<void> =>
    transact(ctx, async (write) => {
      await giveUpOnLocks(write.systemDb, lockMs)
      const command = await lockCommand(write.systemDb, id)
      const next = command && (await work(write, command))
      if (!command || !next) throw new NothingToDo()
      await stepCommand(ctx, write, command, next)
    }).catch((error: unknown) => {
      if (error instanceof NothingToDo || (error instanceof DomainError && error.reason === 'wrongState')) return
      throw error
    })

  /** Records that the gateway, or an external broker, has received it. */
  const confirm = (id: number, receipt: Receipt): Promise<void> =>
    step(id, async (write, { state, expires_at, timeout_s }) => {
      if (state !== 'sent' || receipt === 'nobody') return undefined
      const due = Math.min(Date.parse(expires_at), write.at.getTime() + timeout_s * 1000)
      return { action: 'deliver', changes: { received_at: write.at, received_from: receipt, due_at: new Date(due) } }
    })

  /** The step that sends a command, and the sending itself, to be done once the row says so. */
  const publish = (write: Write, command: StoredCommand, topic: string, target: CommandTarget): Decided => {
    const { id, uid, code, wire_params: params, expires_at, timeout_s, attempts, state } = command
    const due = Math.min(Date.parse(expires_at), write.at.getTime() + timeout_s * 1000)
    const { deviceCode: device, communicationCode } = target
    const to = device === null ? {} : { device, ...(communicationCode === undefined ? {} : { communicationCode }) }
    const message = encodeMessage({ id: uid, ...to, command: code, params, expires: expires_at })
    return {
      step: {
        action: state === 'queued' ? 'publish' : 'resend',
        changes: { sent_at: write.at, attempts: attempts + 1, due_at: new Date(due) },
      },
      send: async () => {
        const receipt = await broker.deliver(topic, message, new Date(expires_at))
        await whenFree(() => confirm(id, receipt), confirmMs)
      },
    }
  }

  /** The target, if it is still at the place that the command was meant for. */
  const targetOf = async (write: Write, { device_id, gateway_id, project_id }: StoredCommand) => {
    const target =
      device_id === null ? await gatewayTarget(write.systemDb, gateway_id) : (await deviceTargets(write.systemDb, [device_id]))[0]
    const { gateway } = target ?? {}
    const isThere = target?.enabled && gateway?.id === gateway_id && gateway.enabled && target.projectId === project_id
    return isThere ? target : undefined
  }

  const next = async (write: Write, command: StoredCommand, topic: string): Promise<Decided | undefined> => {
    const { state, attempts, retries, resend_unanswered, due_at, expires_at } = command
    const now = write.at.getTime()
    const overdue = due_at === null ? -1 : now - Date.parse(due_at)
    if (state === 'waitingApproval') return overdue < 0 ? undefined : { step: { action: 'timeOut', failure: 'notApproved' } }
    const reaches = broker.reaches(topic)
    const isLive = now < Date.parse(expires_at)
    const maySend =
      state === 'queued' ||
      (overdue >= 0 && attempts <= retries && (state === 'sent' || (state === 'delivered' && resend_unanswered)))
    if (maySend && isLive && reaches) {
      const target = await targetOf(write, command)
      return target ? publish(write, command, topic, target) : { step: { action: 'fail', failure: 'targetGone' } }
    }
    if (overdue < 0) return undefined
    if (maySend && isLive && overdue < othersMs) return undefined
    if (state === 'queued') return { step: { action: 'fail', failure: 'notConnected' } }
    if (state === 'sent') return { step: { action: 'timeOut', failure: 'notDelivered' } }
    return state === 'delivered' ? { step: { action: 'timeOut', failure: 'notAnswered' } } : undefined
  }

  /** Companies of which somebody has locked something, and until when they are left out (monotonic ms). */
  const aside = new Map<number, number>()

  /** Says whether there may be more that could not be seen behind what is locked. */
  const sendDue = async (): Promise<boolean> => {
    const before = aside.size
    const now = ctx.clock.now()
    const due: DueCommand[] = await ctx.systemDb
      .selectFrom('sent_command')
      .innerJoin('gateway', 'gateway.id', 'sent_command.gateway_id')
      .select(['sent_command.id', 'gateway.code as gatewayCode', 'sent_command.company_id as companyId'])
      .where(sql<boolean>`sent_command.company_id <> all(${[...aside.keys()]}::bigint[])`)
      .where((e) => e.or([e('sent_command.state', '=', 'queued'), e('sent_command.due_at', '<=', now.toISOString())]))
      .orderBy('sent_command.id')
      .limit(roundLimit)
      .execute()
    for (const command of due) {
      if (aside.has(command.companyId)) continue
      const topic = buildTopic(command.gatewayCode, 'command')
      let send: Decided['send']
      const look = async (write: Write, row: StoredCommand): Promise<CommandStep | undefined> => {
        const decided = await next(write, row, topic)
        send = decided?.send
        return decided?.step
      }
      // One that fails does not delay the others.
      const done = await step(command.id, look).then(
        () => true,
        (error: unknown) => {
          if (isLockTimeout(error)) aside.set(command.companyId, performance.now() + lockedMs)
          warn(error)
        },
      )
      if (done) void send?.().catch(warn)
    }
    return due.length === roundLimit && aside.size > before
  }

  const work = async (): Promise<void> => {
    for (const [companyId, until] of aside) if (until <= performance.now()) aside.delete(companyId)
    while (await sendDue());
  }

  return createWakeLoop({
    notifications,
    channel: commandChannel,
    everyMs: lookEveryMs,
    work,
    failed: 'commands could not be processed; trying again',
    log,
  })
}

/** Rolls back a transaction that has nothing to write. */
class NothingToDo extends Error {}
