import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { LinkProtocolName } from '@emberwatch/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../../../platform/database/database.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { databaseOf, execute } from '../../../testing/database-server.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { createSite, seedInstallation, startIngest, type Site, type StartedIngest } from '../ingest/ingest.fixture.ts'
import { ignoreConnectionErrors } from '../ingest/ingest-connection.ts'

/** What a sender of the protocol can do. `tries` of one frame end without an error. */
export interface ReceiverSubject {
  protocol: LinkProtocolName
  /** The environment that opens its port, on any free one. */
  environment: Record<string, string>
  /** An address of its own for each test. */
  address(number: number): string
  /** The bytes of a message with its own number: a fire at a point that nobody registered. */
  fire(address: string, number: number): Buffer
  /** The same point, in order again. */
  restored(address: string, number: number): Buffer
  heartbeat(address: string, number: number): Buffer
  /** A fire whose check sum is wrong, as by a bad line. */
  damaged(address: string, number: number): Buffer
  /** Whole, and about nothing that anybody knows: it may be an alarm. */
  unreadable(address: string, number: number): Buffer
  /** Whether bytes that we answered take this message. */
  isTaken(answer: Buffer, number: number): boolean
  /** Whether they ask for it again. Undefined: a damaged message is not answered. */
  isRefused: ((answer: Buffer, number: number) => boolean) | undefined
  /** What the alarm of `fire` says. */
  fireCode: string
}

/** The rules that every receiver keeps (docs/add-a-protocol.md): run it from the receiver's own test. */
export const describeReceiver = (subject: ReceiverSubject): void => {
  describe(`receiver of ${subject.protocol}`, () => {
    let server: TestDatabase
    let database: Database
    let ingest: StartedIngest
    let site: Site
    let count = 0
    let address = ''
    let number = 0
    const open: Peer[] = []

    beforeAll(async () => {
      server = await testDatabase()
      database = openDatabase(server.connection)
      ignoreConnectionErrors(database.pool)
      await seedInstallation(database.kysely)
      ingest = await startIngest(server.connection, subject.environment)
    })
    afterAll(async () => {
      await ingest.stop()
      await database.close()
      await server.stop()
    })
    beforeEach(async () => {
      site = await createSite(database.kysely, 1, 1)
      address = subject.address(++count)
      number = 0
      await change({ link_address: `${subject.protocol}:${address}` })
    })
    afterEach(() => {
      for (const peer of open.splice(0)) peer.close()
    })

    const gateway = () => site.gateways[0] ?? { id: 0, code: '' }
    const change = async (values: Record<string, unknown>) => {
      await database.kysely.updateTable('gateway').set(values).where('id', '=', gateway().id).execute()
      await invalidateGatewayCache(database.kysely, [gateway().code])
    }
    const dial = async (): Promise<Peer> => {
      const port = ingest.ingest.linkPorts()[subject.protocol] ?? 0
      const peer = await Peer.to(port)
      open.push(peer)
      return peer
    }
    /** Sends one message and waits until it is taken. */
    const take = async (peer: Peer, bytes: Buffer, own: number) => {
      peer.send(bytes)
      await vi.waitFor(() => expect(subject.isTaken(peer.received, own)).toBe(true), 10_000)
    }
    const alarms = (of = gateway().id) =>
      database.kysely
        .selectFrom('alarm')
        .select(['project_id', 'source_code', 'repeat_count', 'source_active'])
        .where('gateway_id', '=', of)
        .orderBy('id')
        .execute()
    const row = () => database.kysely.selectFrom('gateway').selectAll().where('id', '=', gateway().id).executeTakeFirstOrThrow()

    const name = () => new URL(server.url).pathname.slice(1)
    const elsewhere = () => databaseOf(server.connection, 'postgres')
    const takeAway = async () => {
      await execute(elsewhere(), `alter database ${name()} with allow_connections false`)
      await execute(
        elsewhere(),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}' and backend_type = 'client backend'`,
      )
    }
    const bringBack = () => execute(elsewhere(), `alter database ${name()} with allow_connections true`)

    test('a fire is taken once it is stored, at the project of its gateway, which is online and activated by it', async () => {
      const peer = await dial()
      await take(peer, subject.fire(address, ++number), number)
      expect(await alarms()).toEqual([
        { project_id: site.projectId, source_code: subject.fireCode, repeat_count: 0, source_active: true },
      ])
      expect((await row()).activated_at).not.toBeNull()
      await vi.waitFor(async () => expect((await row()).online).toBe(true), 5_000)
      // Its page says where it calls from.
      await vi.waitFor(async () => expect(await row()).toMatchObject({ ip: '127.0.0.1', port: peer.port }), 5_000)
      const steps = database.kysely.selectFrom('audit_log').select('action').where('object_id', '=', String(gateway().id))
      expect(await steps.where('action', '=', 'gateway.activate').execute()).toHaveLength(1)
    })

    test('the end of a fire leaves its alarm open, with a source that is no longer active', async () => {
      const peer = await dial()
      await take(peer, subject.fire(address, ++number), number)
      await take(peer, subject.restored(address, ++number), number)
      expect(await alarms()).toMatchObject([{ source_active: false }])
    })

    test('the same message again is taken, and changes nothing; over another connection too', async () => {
      const fire = subject.fire(address, ++number)
      await take(await dial(), fire, number)
      await take(await dial(), fire, number)
      expect(await alarms()).toMatchObject([{ repeat_count: 0 }])
      await take(await dial(), subject.fire(address, ++number), number)
      expect(await alarms()).toMatchObject([{ repeat_count: 1 }])
    })

    test('numbers that begin anew are nothing to report, and hide nothing', async () => {
      const peer = await dial()
      await take(peer, subject.fire(address, 7), 7)
      // The same number with something else to say.
      peer.send(subject.restored(address, 7))
      await vi.waitFor(async () => expect(await alarms()).toMatchObject([{ source_active: false }]), 10_000)
      await take(peer, subject.fire(address, 1), 1)
      expect(await alarms()).toMatchObject([{ repeat_count: 1 }])
      expect(
        await database.kysely.selectFrom('fault').select('source_code').where('gateway_id', '=', gateway().id).execute(),
      ).toEqual([])
    })

    test('a frame in pieces, byte by byte, and several at once', async () => {
      const peer = await dial()
      for (const byte of subject.fire(address, ++number)) {
        peer.send(Buffer.of(byte))
        await delay(1)
      }
      await vi.waitFor(() => expect(subject.isTaken(peer.received, number)).toBe(true), 10_000)
      peer.send(Buffer.concat([2, 3, 4].map((own) => subject.heartbeat(address, own))))
      await vi.waitFor(() => {
        for (const own of [2, 3, 4]) expect(subject.isTaken(peer.received, own)).toBe(true)
      }, 10_000)
    })

    test('half a frame without an end is no sign of life, and the next one is read', async () => {
      const peer = await dial()
      peer.send(subject.fire(address, ++number).subarray(0, -4))
      await delay(300)
      expect(peer.received.length).toBe(0)
      expect(await alarms()).toEqual([])
      peer.close()
      await take(await dial(), subject.fire(address, number), number)
      expect(await alarms()).toHaveLength(1)
    })

    test('a damaged frame is asked for again, and the fire in it is shown all the same', async () => {
      const peer = await dial()
      await take(peer, subject.heartbeat(address, ++number), number)
      peer.send(subject.damaged(address, ++number))
      await vi.waitFor(async () => expect(await alarms()).toHaveLength(1), 10_000)
      const { isRefused } = subject
      if (isRefused) await vi.waitFor(() => expect(isRefused(peer.received, number)).toBe(true), 10_000)
      expect(subject.isTaken(peer.received, number)).toBe(false)
      expect(await alarms()).toMatchObject([{ source_code: subject.fireCode }])
    })

    test('a damaged frame is no sign of life', async () => {
      const peer = await dial()
      await take(peer, subject.heartbeat(address, ++number), number)
      await vi.waitFor(async () => expect((await row()).online).toBe(true), 5_000)
      await database.kysely.updateTable('gateway').set({ last_seen_at: null }).where('id', '=', gateway().id).execute()
      peer.send(subject.damaged(address, ++number))
      await vi.waitFor(async () => expect(await alarms()).toHaveLength(1), 10_000)
      // Longer than until presence is written.
      await delay(2_500)
      expect((await row()).last_seen_at).toBeNull()
      await take(peer, subject.heartbeat(address, ++number), number)
      await vi.waitFor(async () => expect((await row()).last_seen_at).not.toBeNull(), 5_000)
    })

    test('what cannot be read may be an alarm, and is one at its gateway', async () => {
      const peer = await dial()
      await take(peer, subject.heartbeat(address, ++number), number)
      await take(peer, subject.unreadable(address, ++number), number)
      expect(await alarms()).toMatchObject([{ source_code: 'unreadable' }])
    })

    test('the fire of a sender that nobody registered is an alarm of the operating company, and is listed', async () => {
      const stranger = subject.address(900_000 + count)
      await take(await dial(), subject.fire(stranger, ++number), number)
      const listed = database.kysely.selectFrom('unknown_report').selectAll().where('key', '=', `${subject.protocol}:${stranger}`)
      expect(await listed.execute()).toMatchObject([{ kind: 'unknownGateway' }])
      const raised = await database.kysely.selectFrom('alarm').select('device_code').where('gateway_id', 'is', null).execute()
      expect(raised.map((alarm) => alarm.device_code?.split('/')[0])).toContain(`${subject.protocol}:${stranger}`)
    })

    test('a disabled gateway, and one that calls from elsewhere, get no answer, and its page says why', async () => {
      const peer = await dial()
      await take(peer, subject.heartbeat(address, ++number), number)
      for (const [values, reason] of [
        [{ enabled: false }, 'disabled'],
        [{ enabled: true, allowed_sources: ['203.0.113.0/24'] }, 'foreignSource'],
      ] as const) {
        await change(values)
        // It takes a moment until the change is known everywhere.
        await vi.waitFor(
          async () => {
            const early = await dial()
            early.send(subject.heartbeat(address, ++number))
            expect((await row()).refused_reason).toBe(reason)
          },
          { timeout: 15_000, interval: 500 },
        )
        const refused = await dial()
        refused.send(subject.fire(address, ++number))
        await vi.waitFor(() => expect(refused.isClosed).toBe(true), 20_000)
        expect(refused.received.length).toBe(0)
      }
      expect(await alarms()).toEqual([])
      await change({ enabled: true, allowed_sources: ['127.0.0.0/8', '::1'] })
      const own = ++number
      await vi.waitFor(async () => take(await dial(), subject.fire(address, own), own), { timeout: 15_000, interval: 500 })
      expect(await alarms()).toHaveLength(1)
    })

    test('while the database is away nothing is taken; afterwards everything is, once', async () => {
      const peer = await dial()
      await take(peer, subject.heartbeat(address, ++number), number)
      await takeAway()
      const first = ++number
      peer.send(subject.fire(address, first))
      const other = await dial()
      other.send(subject.fire(address, first))
      await delay(1_500)
      expect(subject.isTaken(peer.received, first)).toBe(false)
      expect(other.received.length).toBe(0)
      await bringBack()
      await vi.waitFor(() => {
        expect(subject.isTaken(peer.received, first)).toBe(true)
        expect(subject.isTaken(other.received, first)).toBe(true)
      }, 20_000)
      expect(await alarms()).toMatchObject([{ repeat_count: 0 }])
    })

    test('a flood of one gateway delays only itself, and all of it is taken', async () => {
      const flood = await dial()
      const numbers = Array.from({ length: 3_000 }, () => ++number)
      flood.send(Buffer.concat(numbers.map((own) => subject.heartbeat(address, own))))
      const stranger = await dial()
      await take(stranger, subject.fire(subject.address(800_000 + count), 1), 1)
      await vi.waitFor(() => expect(subject.isTaken(flood.received, numbers.at(-1) ?? 0)).toBe(true), 30_000)
    })

    test('what is no frame at all ends the connection of a stranger, and tells nobody anything', async () => {
      const peer = await dial()
      peer.send(Buffer.from('GET / HTTP/1.1\r\nHost: emberwatch\r\n\r\n'))
      await vi.waitFor(() => expect(peer.isClosed).toBe(true), 15_000)
      expect(peer.received.length).toBe(0)
    })
  })
}

/** The other end of a link. */
class Peer {
  readonly #socket: Socket
  received: Buffer = Buffer.alloc(0)
  isClosed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => (this.received = Buffer.concat([this.received, chunk])))
    socket.on('error', () => undefined) // closes next
    socket.once('close', () => (this.isClosed = true))
  }

  static async to(port: number): Promise<Peer> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    await once(socket, 'connect')
    return new Peer(socket)
  }

  get port(): number | undefined {
    return this.#socket.localPort
  }

  send(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes)
  }

  close(): void {
    this.#socket.destroy()
  }
}
