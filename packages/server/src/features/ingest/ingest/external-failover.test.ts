import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Mosquitto, mosquittoProgram } from '../../../platform/broker/testing/mosquitto.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../testing/database.ts'
import type { TestDatabase } from '../../../testing/database.ts'
import { createSite, seedInstallation } from './ingest.fixture.ts'
import type { Site } from './ingest.fixture.ts'

/** One ingest process. */
class Process {
  readonly child: ChildProcess
  #output = ''

  constructor(connection: object, environment: object) {
    const program = join(import.meta.dirname, 'ingest-process.testing.ts')
    this.child = spawn(process.execPath, [program, JSON.stringify(connection), JSON.stringify(environment)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.child.stdout?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
  }

  get receives(): boolean {
    return this.#output.trimEnd().split('\n').at(-1) === 'receives'
  }

  get started(): boolean {
    return this.#output.includes('started')
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const exited = once(this.child, 'exit')
    this.child.kill(signal)
    await exited
  }
}

const timeout = 120_000
const timeoutMs = 45_000

describe.skipIf(mosquittoProgram === undefined)('two ingest processes behind an external broker', { timeout: timeout }, () => {
  let server: TestDatabase
  let database: Database
  let mosquitto: Mosquitto
  let site: Site
  let processes: Process[]
  let client: MqttClient
  let acknowledged: number[]
  let sending: Promise<void>
  let isSending: boolean

  beforeEach(async () => {
    server = await testDatabase()
    database = openDatabase(server.connection)
    await seedInstallation(database.kysely)
    site = await createSite(database.kysely, 1, 1)
    mosquitto = new Mosquitto()
    await mosquitto.start()
    processes = []
    client = await connectAsync(mosquitto.url, { reconnectPeriod: 100 })
  }, timeout)

  afterEach(async () => {
    isSending = false
    await client.endAsync(true)
    for (const each of processes) await each.end('SIGKILL')
    await mosquitto.remove()
    await database.close()
    await server.stop()
  }, timeout)

  const start = async (): Promise<Process> => {
    const started = new Process(server.connection, { MQTT_URL: mosquitto.url })
    processes.push(started)
    await vi.waitFor(() => expect(started.started).toBe(true), timeoutMs)
    return started
  }

  const startTwo = async (): Promise<[receiver: Process, other: Process]> => {
    const first = await start()
    await vi.waitFor(() => expect(first.receives).toBe(true), timeoutMs)
    return [first, await start()]
  }

  /** Publishes numbered reports of one gateway, some hundred per second, until stopped. Only those that the broker acknowledged count. */
  const send = (): void => {
    acknowledged = []
    isSending = true
    const [gateway] = site.gateways
    sending = (async () => {
      for (let seq = 1; isSending; seq++) {
        const reports = [{ device: gateway?.devices[0]?.code, code: 'telemetry', format: 'EW' }]
        client.publish(`ew/v1/${gateway?.code}/report`, JSON.stringify({ boot: 'k3v9', seq, reports }), { qos: 1 }, (error) => {
          if (!error) acknowledged.push(seq)
        })
        if (seq % 5 === 0) await delay(10)
      }
    })()
  }

  const stored = async () =>
    (await database.kysely.selectFrom('report').select('sequence').orderBy('id').execute()).map(({ sequence }) => sequence)

  /** Expects everything acknowledged to be stored once, in the order it was sent. */
  const expectNothingLost = async (): Promise<void> => {
    isSending = false
    await sending
    await vi.waitFor(
      async () => {
        const kept = new Set(await stored())
        expect(acknowledged.filter((seq) => !kept.has(seq))).toEqual([])
      },
      { timeout: timeoutMs, interval: 500 },
    )
    const rows = await stored()
    expect(rows).toEqual([...new Set(rows)].toSorted((one, other) => Number(one) - Number(other)))
    // As many as were waited for, before and after the change.
    expect(rows.length).toBeGreaterThan(150)
  }

  const expectTakeover = async (other: Process, withinMs: number): Promise<void> => {
    const start = performance.now()
    await vi.waitFor(() => expect(other.receives).toBe(true), timeoutMs)
    expect(performance.now() - start).toBeLessThan(withinMs)
    const before = (await stored()).length
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(before + 50), timeoutMs)
  }

  test('the receiving process is killed', async () => {
    const [receiver, other] = await startTwo()
    send()
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(100), timeoutMs)
    await receiver.end('SIGKILL')
    await expectTakeover(other, 10_000)
    await expectNothingLost()
  })

  test('the receiving process stops cleanly, and a new one stands by', async () => {
    const [receiver, other] = await startTwo()
    send()
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(100), timeoutMs)
    await receiver.end('SIGTERM')
    await expectTakeover(other, 10_000)
    const third = await start()
    await expectNothingLost()
    expect([other.receives, third.receives]).toEqual([true, false])
  })

  test('the receiving process freezes and continues later', async () => {
    const [receiver, other] = await startTwo()
    send()
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(100), timeoutMs)
    receiver.child.kill('SIGSTOP')
    await expectTakeover(other, 15_000)
    receiver.child.kill('SIGCONT')
    await vi.waitFor(() => expect(receiver.receives).toBe(false), timeoutMs)
    await delay(3000)
    expect([receiver.receives, other.receives]).toEqual([false, true])
    await expectNothingLost()
  })

  test('no process is running for a while', async () => {
    const first = await start()
    await vi.waitFor(() => expect(first.receives).toBe(true), timeoutMs)
    send()
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(100), timeoutMs)
    await first.end('SIGTERM')
    await delay(1000)
    await start()
    await expectNothingLost()
  })

  test('the broker restarts', async () => {
    await startTwo()
    send()
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(100), timeoutMs)
    await mosquitto.stop()
    await delay(500)
    await mosquitto.start()
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(400), timeoutMs)
    isSending = false
    await sending
    await vi.waitFor(
      async () => {
        const kept = new Set(await stored())
        expect(acknowledged.filter((seq) => !kept.has(seq))).toEqual([])
      },
      { timeout: timeoutMs, interval: 500 },
    )
  })
})
