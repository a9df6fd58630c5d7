import { gb26875Commands as commands, writeGb26875, type Gb26875Frame } from '@emberwatch/device-link'
import { expect, test } from 'vitest'
import { gb26875Link } from './gb26875.ts'
import { describeReceiver } from './receiver.testing.ts'

const time = (number: number) => new Date(Date.now() - 60_000 + number).toISOString().slice(0, 19)
/** A frame says its time in seconds, so equal numbers make equal frames within one test. */
const begun = new Map<string, string>()

const frameOf = (address: string, number: number, content: Uint8Array): Gb26875Frame => {
  const key = `${address} ${number} ${Buffer.from(content).toString('hex')}`
  const at = begun.get(key) ?? time(number)
  begun.set(key, at)
  return { sequence: number, version: [1, 1], time: at, source: Number(address), destination: 0, command: commands.send, content }
}

const clock = [0, 0, 8, 28, 11, 26]
/** Point 37 of loop 2 at system 1, a photoelectric smoke detector. */
const component = (state: number) => Uint8Array.from([2, 1, 1, 1, 42, 37, 0, 2, 0, state, 0, ...new Uint8Array(31), ...clock])

/** The frame of a number, in what was received. */
const answered = (answer: Buffer, number: number, command: number): boolean => {
  for (let rest = answer; ;) {
    const cut = gb26875Link.cut(rest)
    if (cut.kind === 'partial') return false
    if (rest.readUInt16LE(2) === number && rest[26] === command) return true
    rest = rest.subarray(cut.size)
  }
}

describeReceiver({
  protocol: 'gb26875',
  environment: { GB26875_PORT: '0' },
  address: String,
  fire: (address, number) => writeGb26875(frameOf(address, number, component(0b11))),
  restored: (address, number) => writeGb26875(frameOf(address, number, component(0b1))),
  heartbeat: (address, number) => writeGb26875(frameOf(address, number, new Uint8Array())),
  damaged: (address, number) => {
    const bytes = writeGb26875(frameOf(address, number, component(0b11)))
    bytes[40] = 0xff
    return bytes
  },
  unreadable: (address, number) => writeGb26875(frameOf(address, number, Uint8Array.of(2, 1, 7))),
  isTaken: (answer, number) => answered(answer, number, commands.confirm),
  isRefused: (answer, number) => answered(answer, number, commands.deny),
  fireCode: 'component/42/fire',
})

const at = new Date('2026-11-28T01:02:03Z')
const frame: Gb26875Frame = {
  sequence: 0x0102,
  version: [1, 9],
  time: '2026-11-28T09:00:00',
  source: 140,
  destination: 7,
  command: commands.send,
  content: new Uint8Array(),
}
const answerTo = (given: Partial<Gb26875Frame>) => gb26875Link.read(writeGb26875({ ...frame, ...given })).answer?.(at)

test('a confirmation repeats number and version, turns the addresses round, and says our time at UTC+8', () => {
  expect(answerTo({})).toEqual(
    writeGb26875({
      ...frame,
      time: '2026-11-28T09:02:03',
      source: 7,
      destination: 140,
      command: commands.confirm,
    }),
  )
})

test('what the standard denies is denied, and answers to us are not answered', () => {
  for (const command of [0, 7, 127, commands.request]) expect(answerTo({ command })?.[26]).toBe(commands.deny)
  for (const command of [commands.confirm, commands.deny, commands.answer]) expect(answerTo({ command })).toBeUndefined()
  for (const command of [commands.control, commands.send, 128, 255]) expect(answerTo({ command })?.[26]).toBe(commands.confirm)
})
