import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { quantile, type Bench } from './bench.ts'
import { fires, loadOf, prepare, signIn, type Site } from './burst.ts'
import { createProgram, type Program } from './program.ts'

const alarms = 100
const timeoutMs = 120_000
const now = (): number => performance.timeOrigin + performance.now()

interface Receiver {
  readonly url: string
  /** When each alarm arrived, by the code of its device. */
  readonly arrived: Map<string, number>
  readonly server: Server
}

const receive = async (answers: boolean): Promise<Receiver> => {
  const arrived = new Map<string, number>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(pieces).toString()) as { data: { device: { code: string } } }
      arrived.set(data.device.code, now())
      if (answers) response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrived, server }
}

const post = async (url: string, token: string, path: string, input: object): Promise<{ id: number }> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/web/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  const { success, msg, data } = (await response.json()) as { success: boolean; msg: string; data: { id: number } }
  if (!success) throw new Error(`${path}: ${msg}`)
  return data
}

/** Pushes raised alarms of every project to these receivers. */
const bind = async (program: Program, receivers: readonly Receiver[]): Promise<void> => {
  const token = await signIn(program.url)
  const database = await program.openDatabase()
  const projects = await database.kysely.selectFrom('project').select('id').where('deleted_at', 'is', null).execute()
  await database.close()
  for (const [index, { url }] of receivers.entries()) {
    const input = {
      name: `Receiver ${index}`,
      pushWay: 'http',
      url,
      pushAuth: 'hmac',
      eventTypes: ['alarm.raised'],
      allowPrivate: true,
    }
    const endpoint = await post(program.url, token, 'open/endpoint/create', input)
    for (const { id } of projects)
      await post(program.url, token, 'open/projectPush/create', { projectId: id, endpointId: endpoint.id, delayS: 0 })
  }
}

const until = async (isDone: () => boolean): Promise<void> => {
  const end = performance.now() + timeoutMs
  while (!isDone()) {
    if (performance.now() > end) throw new Error('it did not arrive')
    await delay(10)
  }
}

/** Ten thousand fires, with or without third parties, of which one never answers. */
const burst = async (receivers: readonly Receiver[]): Promise<{ streamMs: number; pushedMs: number }> => {
  const program = await createProgram()
  try {
    const site = await prepare(program)
    if (receivers.length > 0) await bind(program, receivers)
    const load = loadOf(program, site)
    await load.hear()
    const { beganAt } = await load.burn()
    const { at } = await site.streamed
    const [good] = receivers
    if (good) await until(() => good.arrived.size === fires)
    return { streamMs: at - beganAt, pushedMs: now() - beganAt }
  } finally {
    await program.remove()
  }
}

/** One fire at a time, from publishing its report until a receiver has it. */
const oneByOne = async (receiver: Receiver): Promise<number[]> => {
  const program = await createProgram()
  try {
    const { gateways }: Site = await prepare(program)
    await bind(program, [receiver])
    const [gateway] = gateways
    if (!gateway) throw new Error('no gateway')
    const client = await connectAsync(program.mqttUrl, { username: gateway.code, password: gateway.secret })
    const times: number[] = []
    for (const [index, { code }] of gateway.devices.slice(0, alarms).entries()) {
      const payload = JSON.stringify({ seq: index + 1, reports: [{ device: code, format: 'EW', code: 'smoke' }] })
      const began = now()
      await client.publishAsync(`ew/v1/${gateway.code}/report`, payload, { qos: 1 })
      await until(() => receiver.arrived.has(code))
      times.push((receiver.arrived.get(code) ?? 0) - began)
      await delay(100 + Math.random() * 100)
    }
    await client.endAsync()
    return times
  } finally {
    await program.remove()
  }
}

/** What third parties cost, and how soon they are notified. */
export const bench: Bench = {
  name: 'push',
  about: `one fire at a time until a third party has it; ${fires} fires within one second on an event stream, with nobody to push to, and with one endpoint that answers and one that hangs, until all are pushed`,
  rounds: 5,
  async run() {
    const receivers = [await receive(true), await receive(false)]
    const single = await receive(true)
    try {
      const times = await oneByOne(single)
      const without = await burst([])
      const beside = await burst(receivers)
      return {
        fire_to_receiver_p50_ms: quantile(times, 0.5),
        fire_to_receiver_p99_ms: quantile(times, 0.99),
        burst_stream_without_ms: without.streamMs,
        burst_stream_with_ms: beside.streamMs,
        burst_pushed_ms: beside.pushedMs,
      }
    } finally {
      for (const { server } of [...receivers, single]) {
        server.close()
        server.closeAllConnections()
      }
    }
  },
}
