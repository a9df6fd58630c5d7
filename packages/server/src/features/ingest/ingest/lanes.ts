import type pg from 'pg'
import type { Logger } from 'pino'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { Batcher, type BatcherStatus } from './batcher.ts'
import { classifyFailure } from './classify-failure.ts'
import type { InboundMessage } from './inbound-message.ts'
import { companiesOf, LockLook } from './locked-rows.ts'
import type { Preparer } from './prepare.ts'
import { salvage } from './salvage.ts'
import { traceBatch } from './trace-batch.ts'
import { Turns } from './turns.ts'
import { writeBatch, type WriteOptions } from './write-batch.ts'

/** Two: while one writes, the messages of the other are decoded and encoded, so that neither the program nor the database idles. */
const telemetryLanes = 2
/** Two for the same reason. They commit in order (turns.ts). */
const urgentLanes = 2
/** More waiting urgent messages than this is a storm. */
const storm = 200
/** An urgent message with more reports than this takes so long to store that no other gateway's fire may wait for it. */
const largeWeight = 300

/**
 * The parallel writers, each with its own connection. Urgent messages have their own writers, so that a fire never waits for a batch of
 * telemetry. Large urgent messages have another: one of 256 KiB may hold thousands of fires. Messages are divided by gateway, and those of
 * one gateway stay in order within a lane.
 */
export class Lanes {
  readonly #urgent: readonly Batcher<InboundMessage>[]
  readonly #large: Batcher<InboundMessage>
  /** How many messages of a sender are in the large lane. Its next urgent ones follow them there. */
  readonly #largeOf = new Map<string, number>()
  readonly #telemetry: readonly Batcher<InboundMessage>[]

  /** `create` is called once per lane. Lanes with the same turns commit one after the other. */
  constructor(create: (turns?: Turns) => Batcher<InboundMessage>) {
    const turns = new Turns()
    this.#urgent = Array.from({ length: urgentLanes }, () => create(turns))
    this.#large = create()
    this.#telemetry = Array.from({ length: telemetryLanes }, () => create())
  }

  add(item: InboundMessage): void {
    if (!item.urgent) laneOf(this.#telemetry, item)?.add(item)
    else if (item.weight > largeWeight || this.#largeOf.has(item.client)) this.#addLarge(item)
    else laneOf(this.#urgent, item)?.add(item)
  }

  #addLarge(item: InboundMessage): void {
    const { client, done } = item
    const count = (more: number) => (this.#largeOf.get(client) ?? 0) + more
    this.#largeOf.set(client, count(1))
    item.done = (error) => {
      if (count(-1) > 0) this.#largeOf.set(client, count(-1))
      else this.#largeOf.delete(client)
      done(error)
    }
    this.#large.add(item)
  }

  /** Messages waiting, not counting those being written. */
  get size(): number {
    return this.#all.reduce((sum, { size }) => sum + size, 0)
  }

  /** Of these, those that wait for nothing that another transaction has locked. */
  get ready(): number {
    return this.#all.reduce((sum, { ready }) => sum + ready, 0)
  }

  /** Whether many urgent messages wait. */
  get isStorm(): boolean {
    return this.#urgent.reduce((sum, { size }) => sum + size, 0) > storm
  }

  /** Whether the last write of any lane failed. */
  get failing(): boolean {
    return this.#all.some(({ failing }) => failing)
  }

  get status(): BatcherStatus {
    const all = this.#all.map(({ status }) => status)
    const oldest = all.flatMap(({ oldestWaitingMs }) => oldestWaitingMs ?? [])
    const written = all.flatMap(({ lastWrittenAt }) => lastWrittenAt?.getTime() ?? [])
    return {
      storing: this.failing ? 'failing' : 'ok',
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      oldestWaitingMs: oldest.length === 0 ? null : Math.max(...oldest),
      lastWrittenAt: written.length === 0 ? undefined : new Date(Math.max(...written)),
      salvaged: all.reduce((sum, { salvaged }) => sum + salvaged, 0),
    }
  }

  /** Waits for the running transactions. Messages still waiting are dropped unacknowledged. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((lane) => lane.stop()))
  }

  get #all(): Batcher<InboundMessage>[] {
    return [...this.#urgent, this.#large, ...this.#telemetry]
  }
}

const laneOf = <Lane>(lanes: readonly Lane[], { gateway }: InboundMessage): Lane | undefined =>
  lanes[(gateway?.id ?? 0) % lanes.length]

interface LaneOptions {
  readonly write: WriteOptions
  /** For lookups outside the writing transactions. */
  readonly lookups: Pick<pg.Pool, 'query'>
  readonly preparer: Preparer
  readonly log: Logger
  readonly onWritten: (item: InboundMessage) => void
  readonly onOutage: (error: unknown, items: readonly InboundMessage[]) => Promise<void>
  readonly isStopping: () => boolean
  /** Messages waiting in all lanes. */
  readonly waiting: () => number
}

/** One of the parallel writers. */
export const createLane = (options: LaneOptions): Batcher<InboundMessage> => {
  const { write, lookups, preparer, log, onWritten, onOutage, isStopping, waiting } = options
  const look = new LockLook(lookups, write.faultType)
  return new Batcher<InboundMessage>({
    write: (items, patient) => traceBatch(items, () => writeBatch(write, items, undefined, { patient })),
    onWritten,
    isPoison: (error) => classifyFailure(error) === 'poison',
    onPoison: (item, error, patient) => salvage({ write, preparer, log, onOutage, isStopping, patient }, item, error),
    onFailure: (error, waitMs, items) => {
      log.warn({ err: error, waitMs, waiting: waiting() }, 'reports could not be stored; retrying')
      void onOutage(error, items)
    },
    onUnsettled: (error, { client }) => log.error({ err: error, client }, 'a stored message could not be acknowledged'),
    locks: {
      isTimeout: isLockTimeout,
      groupsOf: companiesOf,
      lockedOut: (items) => look.lockedOut(items),
      onHeld: ({ message }) => message.park?.(),
      onParked: (messages) => log.warn({ messages }, 'reports are waiting for locked rows; others are not affected'),
    },
  })
}
