import { maxValueNames } from '@emberwatch/device-link'
import { BatchWrite } from '../../../platform/batch-write.ts'
import type { BrokerLog } from '../../../platform/broker/broker.ts'
import type { Clock } from '../../../platform/context.ts'
import { databaseFailure, isBadRow } from '../../../platform/database/database-failure.ts'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { updateDevicesSeen, type OnlineRow } from '../../equipment/device/device.batch.ts'
import {
  gatewaysOnline,
  lockedSeen,
  lockSeen,
  markDisconnected,
  markOnline,
  updateGatewaysSeen,
} from '../../equipment/gateway/presence.batch.ts'
import { applyFaultSignals } from '../../alarms/fault/lifecycle/apply-fault-signals.ts'
import { openFaultPoints } from '../../alarms/fault/lifecycle/fault.batch.ts'
import type { InboundMessage } from './inbound-message.ts'
import { commitWithoutWaiting, type IngestConnection } from './ingest-connection.ts'
import { emitOnlineEvents, offlineFault } from './online.ts'
import { chunks } from './chunks.ts'
import { isOfflineReport } from './signals.ts'
import { toInteger } from './write-states.ts'

interface DeviceUpdate {
  at: Date
  battery: number | null
  signal: number | null
  readonly values: Record<string, unknown>
  /** How many values there are. */
  names: number
  /** It is being written. New values go into a copy. */
  isWriting: boolean
}

type Kind = 'gateway' | 'device'
type WriteChunk<Update> = (write: BatchWrite, chunk: [number, Update][]) => Promise<void>

/** Rows per statement. */
const chunkSize = 2000

export interface PresenceOptions {
  readonly connection: IngestConnection
  /** The id of the "offline" fault type. */
  readonly offlineFaultType: () => number | undefined
  readonly clock: Clock
  readonly log: BrokerLog
}

/** The server's clock may be corrected. A last-seen time further ahead than this (ms) does not tell which came later. */
const maxClockSkewMs = 60_000

/**
 * When gateways and devices were last seen, and what devices last measured. The reports themselves are already stored, so this is collected
 * and written once a second per device (silence-watch.ts), not per message. Coming back online is decided here, going offline in
 * sweep-offline.ts.
 */
export class Presence {
  readonly #options: PresenceOptions
  #gateways = new Map<number, Date>()
  #disconnected = new Map<number, Date>()
  #devices = new Map<number, DeviceUpdate>()
  /** Devices that could not be written in time although the database answers. Until it is known which, they are written without values. */
  readonly #slow: number[][] = []
  /** When a gateway's Will arrived, until it sends something newer. Messages are not stored in the order in which they arrive. */
  readonly #leftAt = new Map<number, Date>()

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  /** Records a stored message. */
  note({ gateway, receivedAt, rows, log, heartbeat }: InboundMessage): void {
    // An unreadable message is not a sign of life. One unreadable part does not invalidate the others.
    if (gateway === undefined || (log?.result === 'malformed' && rows.length === 0 && heartbeat === undefined)) return
    if (rows.some(isOfflineReport)) {
      this.#disconnected.set(gateway.id, receivedAt)
      // A Will is urgent and a heartbeat is not, so what the gateway sent after its return may be stored first. A time ahead of the clock
      // proves nothing.
      const seenAt = this.#gateways.get(gateway.id)
      if (seenAt !== undefined && seenAt > receivedAt && seenAt <= this.#options.clock.now()) return
      this.#gateways.delete(gateway.id)
      this.#leftAt.set(gateway.id, receivedAt)
      return
    }
    const leftAt = this.#leftAt.get(gateway.id)
    // Left at a time that is yet to come: the clock was set back since.
    if (leftAt === undefined || receivedAt > leftAt || leftAt > this.#options.clock.now()) {
      this.#leftAt.delete(gateway.id)
      this.#gateways.set(gateway.id, receivedAt)
    }
    for (const { device, values } of rows) {
      if (device === null) continue
      let update = this.#devices.get(device.id)
      if (update === undefined || update.isWriting) {
        update = {
          battery: null,
          signal: null,
          names: 0,
          ...update,
          at: receivedAt,
          values: { ...update?.values },
          isWriting: false,
        }
        this.#devices.set(device.id, update)
      }
      if (receivedAt < update.at) continue
      update.at = receivedAt
      if (values === undefined) continue
      update.battery = toInteger(values['battery']) ?? update.battery
      update.signal = toInteger(values['signal']) ?? update.signal
      addValues(update, values)
    }
  }

  /**
   * Writes what was collected. If it rejects, the remainder is kept for the next time; so is what belongs to a locked row or to a company
   * whose audit chain is locked.
   */
  async flush(): Promise<void> {
    // A gateway in both maps disconnected and came back. Written in this order; otherwise the fault from its Will would stay open.
    await this.#writeMap('gateway', this.#disconnected, (write, chunk) => this.#markDisconnected(write, chunk))
    const gateways = new Map([...this.#gateways].filter(([id]) => !this.#disconnected.has(id)))
    await this.#writeMap('gateway', gateways, (write, chunk) => this.#updateGateways(write, chunk), this.#gateways)
    const slow = new Set(this.#slow.flat())
    const plain = new Map([...this.#devices].filter(([id]) => slow.has(id)).map(withoutValues))
    const devices = new Map([...this.#devices].filter(([id]) => !slow.has(id)))
    const write: WriteChunk<DeviceUpdate> = (open, chunk) => this.#updateDevices(open, chunk)
    await this.#writeMap('device', plain, write)
    await this.#writeMap('device', devices, write, this.#devices)
    await this.#searchSlow()
  }

  /**
   * Looks for the device that cannot be written in time, with at most one more failure a round, so that the round over all goes on meanwhile.
   * Its values are given up; its reports keep them.
   */
  async #searchSlow(): Promise<void> {
    const ids = this.#slow.shift() ?? []
    const chunk = ids.flatMap((id): [number, DeviceUpdate][] => {
      const update = this.#devices.get(id)
      return update === undefined ? [] : [[id, update]]
    })
    if (chunk.length === 0) return
    const settle = (): void => {
      for (const [id, update] of chunk) if (this.#devices.get(id) === update) this.#devices.delete(id)
    }
    try {
      await this.#write((write) => this.#updateDevices(write, chunk))
      settle()
    } catch (error) {
      const isMonthMissing = databaseFailure(error) === 'partition'
      // Locked, or the transaction that was given up has not ended yet.
      if (isMonthMissing || isLockTimeout(error) || !(await this.#answers())) {
        this.#slow.push(ids)
        if (isMonthMissing) throw error
        return
      }
      if (chunk.length === 1) {
        settle()
        return this.#options.log.warn(
          { reason: String(error), id: chunk[0]?.[0] },
          'values of a device could not be written in time',
        )
      }
      const half = ids.length >> 1
      this.#slow.push(ids.slice(0, half), ids.slice(half))
    }
  }

  /** Whether the database answers, so that a failure before was that of the rows. */
  #answers(): Promise<boolean> {
    return this.#options.connection
      .transaction(async (_tx, client) => void (await client.query('select 1')))
      .then(
        () => true,
        () => false,
      )
  }

  /** Ids whose last-seen time is not written yet. */
  unwritten(kind: Kind): number[] {
    return kind === 'device' ? [...this.#devices.keys()] : [...this.#gateways.keys(), ...this.#disconnected.keys()]
  }

  /** Writes a map in id order, the order in which every writer locks rows. Entries that changed meanwhile stay collected. */
  async #writeMap<Update>(
    kind: Kind,
    updates: Map<number, Update>,
    write: WriteChunk<Update>,
    collected: Map<number, Update> = updates,
  ): Promise<void> {
    for (const chunk of chunks(byId(updates), chunkSize))
      for (const [id, written] of await this.#writeAll(kind, chunk, write))
        if (collected.get(id) === written) collected.delete(id)
  }

  /** Leaves out a row that is locked or that the database rejects, so that it does not block the others. Returns the entries that are finished. */
  async #writeAll<Update>(kind: Kind, chunk: [number, Update][], write: WriteChunk<Update>): Promise<[number, Update][]> {
    try {
      await this.#write((open) => write(open, chunk))
      return chunk
    } catch (error) {
      if (isLockTimeout(error)) {
        const locked = await this.#lockedOf(kind, chunk)
        const open = chunk.filter(([id]) => !locked.has(id))
        if (open.length === 0) return []
        if (open.length < chunk.length) return this.#writeAll(kind, open, write)
        if (chunk.length === 1) return []
      } else if (!isBadRow(error)) {
        // The values are not the cause, and the month is made before the next round (silence-watch.ts).
        if (databaseFailure(error) === 'partition') throw error
        const known = new Set(this.#slow.flat())
        const ids = chunk.flatMap(([id]) => (kind === 'device' && !known.has(id) ? [id] : []))
        if (ids.length === 0 || !(await this.#answers())) throw error
        this.#slow.push(ids)
        return []
      } else if (chunk.length === 1) {
        this.#options.log.warn({ reason: String(error), id: chunk[0]?.[0] }, 'a last-seen time could not be written')
        return chunk
      }
      const half = chunk.length >> 1
      return [
        ...(await this.#writeAll(kind, chunk.slice(0, half), write)),
        ...(await this.#writeAll(kind, chunk.slice(half), write)),
      ]
    }
  }

  async #lockedOf(kind: Kind, chunk: readonly (readonly [number, unknown])[]): Promise<ReadonlySet<number>> {
    let locked: number[] = []
    await this.#options.connection.transaction(async (_tx, client) => {
      locked = await lockedSeen(
        client,
        kind,
        chunk.map(([id]) => id),
      )
    })
    return new Set(locked)
  }

  async #write(work: (write: BatchWrite) => Promise<void>): Promise<void> {
    await this.#options.connection.transaction(async (tx, client, later) => {
      const write = new BatchWrite(client, this.#options.clock.now(), later)
      await work(write)
      // Without events nobody is told anything, and the next reports bring the same again.
      if (write.events.length === 0) await commitWithoutWaiting(client)
      await write.store(tx)
    })
  }

  async #updateGateways(write: BatchWrite, seen: [number, Date][]): Promise<void> {
    const ids = seen.map(([id]) => id)
    await lockSeen(write.client, 'gateway', ids)
    await updateGatewaysSeen(write.client, seen)
    const rows = await markOnline(write.client, 'gateway', ids)
    await this.#cameBack(write, 'gateway', rows)
  }

  async #updateDevices(write: BatchWrite, seen: [number, DeviceUpdate][]): Promise<void> {
    for (const [, update] of seen) update.isWriting = true
    const ids = seen.map(([id]) => id)
    await lockSeen(write.client, 'device', ids)
    await updateDevicesSeen(
      write.client,
      seen.map(([id, { at, battery, signal, values }]) => ({ id, at, battery, signal, values })),
    )
    const rows = await markOnline(write.client, 'device', ids)
    await this.#cameBack(write, 'device', rows)
  }

  /** Marks gateways whose Will arrived. The report itself raised the fault; for a gateway heard since, the fault is already over. */
  async #markDisconnected(write: BatchWrite, disconnected: [number, Date][]): Promise<void> {
    const { client } = write
    await lockSeen(
      client,
      'gateway',
      disconnected.map(([id]) => id),
    )
    const now = this.#options.clock.now()
    const rows = await markDisconnected(client, disconnected, new Date(now.getTime() + maxClockSkewMs))
    emitOnlineEvents(write, 'gateway', 'offline', rows)
    await this.#raiseMissing(write, rows, now)
    const ids = disconnected.map(([id]) => id)
    await this.#restore(write, 'gateway', await gatewaysOnline(client, ids, now))
  }

  /**
   * Nothing is offline without a fault. If two Wills follow shortly, the fault of the second was folded into that of the first, which ended
   * when the gateway was heard in between.
   */
  async #raiseMissing(write: BatchWrite, rows: readonly OnlineRow[], at: Date): Promise<void> {
    const typeId = this.#options.offlineFaultType()
    if (rows.length === 0 || typeId === undefined) return
    const faults = rows.map((row) => offlineFault('gateway', row, typeId, 'raise', at))
    const open = await openFaultPoints(
      write.client,
      typeId,
      faults.map(({ point }) => point),
    )
    await applyFaultSignals(
      write,
      faults.filter(({ point }) => !open.has(point)),
    )
  }

  async #cameBack(write: BatchWrite, kind: Kind, rows: readonly OnlineRow[]): Promise<void> {
    emitOnlineEvents(write, kind, 'online', rows)
    await this.#restore(write, kind, rows)
  }

  /** Ends the "offline" faults. */
  async #restore(write: BatchWrite, kind: Kind, rows: readonly OnlineRow[]): Promise<void> {
    const typeId = this.#options.offlineFaultType()
    if (rows.length === 0 || typeId === undefined) return
    const at = this.#options.clock.now()
    const restores = rows.map((row) => offlineFault(kind, row, typeId, 'restore', at))
    await applyFaultSignals(write, restores)
  }
}

/** A device that sends ever new names takes no more memory than any other. The reports themselves keep them. */
const addValues = (update: DeviceUpdate, values: Readonly<Record<string, unknown>>): void => {
  for (const name in values) {
    if (!Object.hasOwn(update.values, name)) {
      if (update.names >= maxValueNames) continue
      update.names++
    }
    update.values[name] = values[name]
  }
}

const withoutValues = ([id, update]: [number, DeviceUpdate]): [number, DeviceUpdate] => [id, { ...update, values: {} }]

const byId = <Value>(map: ReadonlyMap<number, Value>): [number, Value][] => {
  return [...map].sort(([a], [b]) => a - b)
}
