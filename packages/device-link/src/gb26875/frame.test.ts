import { expect, test } from 'vitest'
import { cutGb26875, maxAddress, readGb26875, writeGb26875, type Gb26875Frame } from './frame.ts'
import { commands } from './terms.ts'

/** Captured from a transmitter of the type FSCN8001. */
const captured = [
  '4040010001052B350D1C041A8C0000000000000000000000030002BE0100FE2323',
  '40401D0001051C2C0D1C041A8C0000000000000000000000030002BE0100022323',
].map((hex) => Buffer.from(hex, 'hex'))

const frame: Gb26875Frame = {
  sequence: 0x1234,
  version: [1, 7],
  time: '2026-11-28T08:09:10',
  source: 140,
  destination: maxAddress,
  command: commands.send,
  content: Uint8Array.of(0x23, 0x23, 0x40, 0x40),
}

test('captured frames are cut, read and written again byte for byte', () => {
  for (const bytes of captured) {
    expect(cutGb26875(bytes)).toEqual({ kind: 'frame', size: bytes.length })
    const read = readGb26875(bytes)
    expect(read?.flaw).toBeUndefined()
    expect(read?.frame).toMatchObject({ version: [1, 5], source: 140, destination: 0, command: 2 })
    if (read !== undefined) expect(writeGb26875(read.frame).equals(bytes)).toBe(true)
  }
  expect(captured.map((bytes) => readGb26875(bytes)?.frame.sequence)).toEqual([1, 29])
  expect(captured.map((bytes) => readGb26875(bytes)?.frame.time)).toEqual(['2026-04-28T13:53:43', '2026-04-28T13:44:28'])
})

test('what is written is read, with the ends of a frame inside its content', () => {
  const bytes = writeGb26875(frame)
  expect(cutGb26875(Buffer.concat([bytes, bytes]))).toEqual({ kind: 'frame', size: bytes.length })
  expect(readGb26875(bytes)).toEqual({ frame: { ...frame, content: Buffer.from(frame.content) }, flaw: undefined })
})

test('a time that is none is no time', () => {
  for (const time of [undefined, '2026-13-01T00:00:00']) {
    const bytes = writeGb26875({ ...frame, time })
    expect(readGb26875(bytes)?.frame.time).toBeUndefined()
  }
})

test('a frame in pieces is partial until its last byte', () => {
  const bytes = writeGb26875(frame)
  for (let size = 0; size < bytes.length; size++) expect(cutGb26875(bytes.subarray(0, size)).kind).toBe('partial')
})

test('what stands before a frame is noise', () => {
  const bytes = writeGb26875(frame)
  expect(cutGb26875(Buffer.concat([Buffer.from('GET /'), bytes]))).toEqual({ kind: 'noise', size: 5 })
  expect(cutGb26875(Buffer.from('GET /'))).toEqual({ kind: 'noise', size: 5 })
  expect(cutGb26875(Buffer.from('GET @'))).toEqual({ kind: 'noise', size: 4 })
})

test('a frame whose length or end is wrong ends where it looks like it, and the next one is whole', () => {
  const bytes = writeGb26875({ ...frame, content: Uint8Array.of(1, 2, 3) })
  for (const length of [0, 2, 1024, 1025, 65_535]) {
    const wrong = Buffer.from(bytes)
    wrong.writeUInt16LE(length, 24)
    const stream = Buffer.concat([wrong, bytes, Buffer.alloc(1100)])
    expect(cutGb26875(stream)).toEqual({ kind: 'broken', size: wrong.length })
    expect(readGb26875(wrong)?.flaw).toBe('checksum')
  }
  const noEnd = Buffer.concat([bytes.subarray(0, -2), bytes])
  expect(cutGb26875(noEnd)).toMatchObject({ kind: 'broken' })
})

test('each changed byte of the body is noticed, and an unknown command is said', () => {
  const bytes = writeGb26875({ ...frame, content: Uint8Array.of(1, 2, 3) })
  for (let place = 2; place < bytes.length - 2; place++) {
    const wrong = Buffer.from(bytes)
    wrong[place] = (wrong[place] ?? 0) ^ 0x10
    expect(readGb26875(wrong)?.flaw, `byte ${place}`).toBe('checksum')
  }
  for (const command of [0, 7, 127]) expect(readGb26875(writeGb26875({ ...frame, command }))?.flaw).toBe('command')
  expect(readGb26875(writeGb26875({ ...frame, command: 200 }))?.flaw).toBeUndefined()
  expect(readGb26875(bytes.subarray(0, 20))).toBeUndefined()
})

test('a length that is too large swallows no whole frame behind it, and what only looks like one is content', () => {
  const bytes = writeGb26875({ ...frame, content: Uint8Array.of(1, 2, 3) })
  const wrong = Buffer.from(bytes)
  wrong.writeUInt16LE(1_000, 24)
  expect(cutGb26875(Buffer.concat([wrong, bytes]))).toEqual({ kind: 'broken', size: wrong.length })
  expect(cutGb26875(Buffer.concat([wrong, bytes.subarray(0, -1)]))).toEqual({ kind: 'partial' })
  const long = writeGb26875({ ...frame, content: Buffer.concat([Buffer.from('##@@'), Buffer.alloc(200)]) })
  expect(cutGb26875(long.subarray(0, -10))).toEqual({ kind: 'partial' })
})
