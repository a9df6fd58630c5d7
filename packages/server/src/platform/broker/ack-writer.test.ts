import { setImmediate as turn } from 'node:timers/promises'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { AckWriter } from './ack-writer.ts'

/** A connection that records its writes. It accepts data only while `reading`. */
const connection = (reading: boolean) => {
  const writes: Buffer[] = []
  const duplex = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk)
      if (reading) done()
    },
  })
  duplex.on('error', () => undefined)
  return { duplex, writes }
}

test('the acknowledgements of one turn leave in one write per connection, in order', async () => {
  const acks = new AckWriter()
  const [one, other] = [connection(true), connection(true)]
  acks.add(one.duplex, 'puback', 1)
  acks.add(other.duplex, 'puback', 65_535)
  acks.add(one.duplex, 'puback', 0x1234)
  expect(one.writes).toEqual([])
  await turn()
  expect(one.writes).toEqual([Buffer.from([0x40, 2, 0, 1, 0x40, 2, 0x12, 0x34])])
  expect(other.writes).toEqual([Buffer.from([0x40, 2, 0xff, 0xff])])
  acks.add(one.duplex, 'puback', 2)
  await turn()
  expect(one.writes).toHaveLength(2)
})

test('a peer that never reads them is disconnected, a closed one is left alone', async () => {
  const acks = new AckWriter()
  const [deaf, gone] = [connection(false), connection(true)]
  gone.duplex.destroy()
  acks.add(gone.duplex, 'puback', 1)
  for (let round = 0; round < 70 && !deaf.duplex.destroyed; round++) {
    for (let id = 1; id <= 1000; id++) acks.add(deaf.duplex, 'puback', id)
    await turn()
  }
  expect(deaf.duplex.destroyed).toBe(true)
  expect(gone.writes).toEqual([])
})
