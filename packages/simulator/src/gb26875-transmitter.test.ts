import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import {
  cutGb26875,
  gb26875Commands as commands,
  readGb26875,
  readGb26875Content,
  writeGb26875,
  type Gb26875Frame,
} from '@emberwatch/device-link'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseTransmitterLine } from './gb26875-script.ts'
import { Gb26875Transmitter, type TransmitterOptions } from './gb26875-transmitter.ts'

/** A centre that answers each frame with the next of these commands, and the last one from then on. Undefined: not at all. */
let answers: (number | undefined)[] = []
let received: Gb26875Frame[] = []
let server: Server
const sockets = new Set<Socket>()
const transmitters: Gb26875Transmitter[] = []

beforeEach(async () => {
  answers = [commands.confirm]
  received = []
  server = createServer((socket) => {
    sockets.add(socket)
    let rest: Buffer = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (let cut = cutGb26875(rest); cut.kind === 'frame'; cut = cutGb26875(rest)) {
        const frame = readGb26875(rest.subarray(0, cut.size))?.frame
        rest = rest.subarray(cut.size)
        if (frame === undefined) continue
        received.push(frame)
        const command = answers.length > 1 ? answers.shift() : answers[0]
        const { source, destination } = frame
        const answer = { ...frame, source: destination, destination: source, content: new Uint8Array() }
        if (command !== undefined) socket.write(writeGb26875({ ...answer, command }))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  for (const transmitter of transmitters.splice(0)) transmitter.stop()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  server.close()
})

const start = async (options: Partial<TransmitterOptions> = {}): Promise<Gb26875Transmitter> => {
  const { port } = server.address() as AddressInfo
  const transmitter = new Gb26875Transmitter({
    host: '127.0.0.1',
    port,
    address: 140,
    heartbeatSeconds: 0,
    answerMs: 50,
    reconnectMs: 20,
    ...options,
  })
  transmitters.push(transmitter)
  await transmitter.start()
  return transmitter
}
const numbers = () => received.map(({ sequence }) => sequence)
const said = () => received.flatMap(({ content }) => readGb26875Content(content).reports)

const detector = { system: 1, loop: 2, point: 37, type: 42, text: 'Room 501' }

test('a fire, its end and a measured value are confirmed, each with the next number and its address', async () => {
  const transmitter = await start()
  const before = Date.now()
  expect(await transmitter.fire(detector)).toBe('confirmed')
  expect(await transmitter.fire(detector, true)).toBe('confirmed')
  expect(await transmitter.measure({ ...detector, type: 0 }, 5, 5_812)).toBe('confirmed')
  expect(numbers()).toEqual([0, 1, 2])
  expect(received[0]).toMatchObject({ source: 140, destination: 0, command: commands.send })
  const reports = said()
  expect(reports).toContainEqual(expect.objectContaining({ device: '1-2-37', code: 'component/42/fire' }))
  expect(reports).toContainEqual(expect.objectContaining({ device: '1-2-37', code: 'restore:component/42/fire' }))
  expect(reports.at(-1)).toMatchObject({ code: 'analog', values: { pressure: 581.2, unit: 'kPa' } })
  // Its clock is that of China.
  const time = Date.parse(`${received[0]?.time}+08:00`)
  expect(Math.abs(time - before)).toBeLessThan(5_000)
})

test('what is denied is sent again with the same number, and is denied after three tries', async () => {
  const transmitter = await start()
  answers = [commands.deny, commands.confirm]
  expect(await transmitter.fire(detector)).toBe('confirmed')
  expect(numbers()).toEqual([0, 0])
  expect(received[1]?.content).toEqual(received[0]?.content)
  answers = [commands.deny]
  expect(await transmitter.fire(detector)).toBe('denied')
  expect(numbers()).toEqual([0, 0, 1, 1, 1])
})

test('what is not answered is sent three times with the same number', async () => {
  const transmitter = await start()
  answers = [undefined]
  expect(await transmitter.fire(detector)).toBe('unanswered')
  expect(numbers()).toEqual([0, 0, 0])
  answers = [undefined, commands.confirm]
  expect(await transmitter.fire(detector)).toBe('confirmed')
  expect(numbers()).toEqual([0, 0, 0, 1, 1])
})

test('it connects again after a lost connection, and what waited for its answer arrives', async () => {
  const transmitter = await start({ answerMs: 200 })
  answers = [undefined, commands.confirm]
  const delivered = transmitter.fire(detector)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  for (const socket of sockets) socket.destroy()
  expect(await delivered).toBe('confirmed')
  expect(numbers()).toEqual([0, 0])
  transmitter.dropConnection()
  await vi.waitFor(() => expect(transmitter.connected).toBe(true))
  expect(await transmitter.heartbeat()).toBe('confirmed')
})

test('signs of life come by themselves, without content', async () => {
  await start({ heartbeatSeconds: 0.02 })
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(2))
  expect(received.every(({ command, content }) => command === commands.send && content.length === 0)).toBe(true)
})

test('a line of a script is one step, and says what became of it', async () => {
  const transmitter = await start()
  const run = async (line: string) => parseTransmitterLine(line)?.(transmitter)
  expect(await run('fire 1-2-37')).toBe('fire: confirmed')
  expect(await run('  Restore 1-2-37 ')).toBe('restore: confirmed')
  expect(await run('fault 1-2-38 type 23')).toBe('fault: confirmed')
  expect(await run('measure 1-7-5 3 -52')).toBe('measured: confirmed')
  expect(await run('heartbeat')).toBe('heartbeat: confirmed')
  expect(await run('wait 0.01 s')).toBe('waited 0.01 s')
  const codes = said().map(({ device, code }) => `${device} ${code}`)
  expect(codes).toContain('1-2-37 component/42/fire')
  expect(codes).toContain('1-2-37 restore:component/42/fire')
  expect(codes).toContain('1-2-38 component/23/fault')
  expect(said().at(-1)).toMatchObject({ device: '1-7-5', values: { temperature: -5.2 } })
  expect(await run('drop')).toBe('connection broken')
  await vi.waitFor(() => expect(transmitter.connected).toBe(true))
  for (const nothing of ['', '  ', '# fire 1-2-37']) expect(parseTransmitterLine(nothing)).toBeUndefined()
  for (const wrong of ['fire', 'fire 37', 'fire 1-2-37 smoke', 'measure 1-7-5', 'flood 1-2-3', 'wait soon'])
    expect(() => parseTransmitterLine(wrong)).toThrow(SyntaxError)
})

test('stopped, it waits for no answer', async () => {
  const transmitter = await start({ answerMs: 60_000 })
  answers = [undefined]
  const delivered = transmitter.fire(detector)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  transmitter.stop()
  expect(await delivered).toBe('unanswered')
})
