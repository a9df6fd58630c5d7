import { buildTopic, encodeMessage } from '@emberwatch/device-link'
import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Broker, AcknowledgedBy } from '../../../platform/broker/broker.ts'
import type { Ctx } from '../../../platform/context.ts'
import { whenFree } from '../../../platform/database/locks.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { createParked } from '../../../platform/outbox/parked.ts'
import { workOff } from '../../../platform/outbox/work-off.ts'
import { NothingToDo, transactBriefly, type Write } from '../../../platform/transact.ts'
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
/** That a gateway has a command is stored as soon as its row is free. */
const confirmMs = 60_000

interface DueCommand {
  readonly id: number
  readonly gatewayId: number
  readonly gatewayCode: string
  readonly companyId: number
  /** Something has to happen, even if its gateway is not connected here. */
  readonly isDue: boolean
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

  /** Takes a step of one command, with the sending that follows from it. Undefined if another process was faster. */
  const step = (
    id: number,
    decide: (write: Write, command: StoredCommand) => Promise<Decided | undefined>,
  ): Promise<Decided | undefined> =>
    transactBriefly(ctx, async (write) => {
      const command = await lockCommand(write.systemDb, id)
      const decided = command && (await decide(write, command))
      if (!command || !decided) throw new NothingToDo()
      await stepCommand(ctx, write, command, decided.step)
      return decided
    }).catch((error: unknown) => {
      if (error instanceof DomainError && error.reason === 'wrongState') return undefined
      throw error
    })

  /** Records that the gateway, or an external broker, has received it. */
  const confirm = async (id: number, acknowledgedBy: AcknowledgedBy): Promise<void> => {
    await step(id, async (write, { state, expires_at, timeout_s }) => {
      if (state !== 'sent' || acknowledgedBy === 'none') return undefined
      const due = Math.min(Date.parse(expires_at), write.at.getTime() + timeout_s * 1000)
      return {
        step: { action: 'deliver', changes: { received_at: write.at, received_from: acknowledgedBy, due_at: new Date(due) } },
      }
    })
  }

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
        const acknowledgedBy = await broker.deliver(topic, message, new Date(expires_at))
        await whenFree(() => confirm(id, acknowledgedBy), confirmMs)
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

  /** Gateways connected elsewhere or nowhere are left out for a moment, so that others do not wait behind their commands. */
  const away = createParked<number>(lookEveryMs)

  /** Projects take turns, so that none waits behind a thousand commands of another. */
  const dueCommands = async (limit: number, exceptCompanies: readonly number[]): Promise<DueCommand[]> => {
    const now = ctx.clock.now()
    const { rows } = await sql<DueCommand>`
      select due.id, gateway_id as "gatewayId", gateway.code as "gatewayCode", due.company_id as "companyId", "isDue" from (
        select id, gateway_id, company_id, coalesce(due_at <= ${now}, false) as "isDue",
               row_number() over (partition by company_id, project_id order by id) as place
          from sent_command
         where company_id <> all(${[...exceptCompanies]}::bigint[]) and gateway_id <> all(${away.keys()}::bigint[])
           and (state = 'queued' or due_at <= ${now})) as due
        join gateway on gateway.id = gateway_id
       where place <= ${limit} order by place, due.id limit ${limit}`.execute(ctx.systemDb)
    return rows
  }

  const work = workOff({
    limit: roundLimit,
    read: dueCommands,
    keyOf: ({ companyId }) => companyId,
    work: async ({ id, gatewayId, gatewayCode, isDue }) => {
      const topic = buildTopic(gatewayCode, 'command')
      const isAway = !broker.reaches(topic)
      const decided = isAway && !isDue ? undefined : await step(id, (write, command) => next(write, command, topic))
      void decided?.send?.().catch(warn)
      if (isAway && !decided) away.park(gatewayId)
      return isAway || decided !== undefined
    },
    failed: warn,
  })

  return createWakeLoop({
    notifications,
    channel: commandChannel,
    everyMs: lookEveryMs,
    work,
    failed: 'commands could not be processed; trying again',
    log,
  })
}
