import { dc09Key, gb26875Commands as commands, writeDc09, writeGb26875 } from '@emberwatch/device-link'
import { seededRandom } from '@emberwatch/simulator'
import { describe, expect, test } from 'vitest'
import { dc09Link } from './dc09.ts'
import { gb26875Link } from './gb26875.ts'
import type { LinkFrame, LinkProtocol } from './link-protocol.ts'

/** Frames that are tried for each protocol. `MUTATED_FRAMES=10000000` tries as many as a codec should stand before a release. */
const each = Number(process.env['MUTATED_FRAMES'] ?? 100_000)
/** A codec that reads nothing twice stays far below (µs of processor time for each frame). */
const mostMicroseconds = 400
const now = new Date('2026-11-28T08:00:00Z')

const clock = [0, 0, 8, 28, 11, 26]
const component = [1, 1, 42, 37, 0, 2, 0, 3, 0, ...new Uint8Array(31), ...clock]
const gbFire = writeGb26875({
  sequence: 0x1234,
  version: [1, 1],
  time: '2026-11-28T08:00:00',
  source: 140,
  destination: 0,
  command: commands.send,
  content: Uint8Array.from([2, 2, ...component, ...component]),
})
const dc09Fire = {
  id: 'SIA-DCS',
  sequence: '0042',
  receiver: '1',
  line: '0',
  account: 'ABC123',
  data: '#ABC123|Nri1/FA012^Hall 1^',
  extended: { H: '08:00:00,11-28-2026', X: '121E44.500', Y: '31N14.100' },
  time: '2026-11-28T08:00:00Z',
}
const secret = Buffer.alloc(32, 7)

const subjects: readonly {
  name: string
  protocol: LinkProtocol
  fire: Buffer
  secret?: Buffer
  code: string
  frames: number
  confirms: (answer: Buffer) => boolean
}[] = [
  {
    name: 'GB/T 26875.3',
    protocol: gb26875Link,
    fire: gbFire,
    code: 'component/42/fire',
    frames: each,
    confirms: (answer) => answer[26] === commands.confirm,
  },
  {
    name: 'SIA DC-09',
    protocol: dc09Link,
    fire: writeDc09(dc09Fire),
    code: 'FA',
    frames: each,
    confirms: (answer) => answer.includes('"ACK"'),
  },
  {
    name: 'SIA DC-09, encrypted',
    protocol: dc09Link,
    fire: writeDc09(dc09Fire, dc09Key(secret)),
    secret,
    code: 'FA',
    // The same reader behind the cipher.
    frames: each / 10,
    confirms: (answer) => answer.includes('"*ACK"'),
  },
]

describe.each(subjects)('$name', ({ protocol, fire, secret: key, code, frames, confirms }) => {
  const random = seededRandom(20_261_128)
  const below = (most: number): number => Math.floor(random() * most)

  /** Reads a stream as a link does, to its end. */
  const readAll = (stream: Buffer): LinkFrame[] => {
    const found: LinkFrame[] = []
    for (let rest = stream; rest.length > 0;) {
      const cut = protocol.cut(rest)
      const size = cut.kind === 'partial' ? rest.length : cut.size
      expect(size).toBeGreaterThan(0)
      found.push({ ...protocol.read(rest.subarray(0, size), key), ...(cut.kind === 'frame' ? {} : { isDamaged: true }) })
      rest = rest.subarray(size)
    }
    return found
  }
  const showsFire = ({ content }: LinkFrame): boolean =>
    content === undefined ||
    (typeof content === 'object' &&
      'report' in content &&
      (content.report.unreadable > 0 || content.report.reports.some((report) => report.code === code)))
  const isConfirmed = ({ answer }: LinkFrame): boolean => answer !== undefined && confirms(Buffer.from(answer(now)))

  test('one changed byte never makes a fire something that is confirmed and not shown', () => {
    for (let place = 0; place < fire.length; place++)
      for (let change = 1; change < 256; change += 7) {
        const bytes = Buffer.from(fire)
        bytes[place] = (bytes[place] ?? 0) ^ change
        const lost = readAll(bytes).filter((frame) => !frame.isDamaged && isConfirmed(frame) && !showsFire(frame))
        expect(lost, `byte ${place} ^ ${change}`).toEqual([])
      }
  })

  test('mutated frames are read without an error, in steady time, and the whole one behind them is still read', () => {
    const before = process.cpuUsage()
    for (let round = 0; round < frames; round++) {
      const bytes = Buffer.from(fire)
      for (let changes = 1 + below(6); changes > 0; changes--) bytes[below(bytes.length)] = below(256)
      const cut = random() < 0.2 ? bytes.subarray(0, below(bytes.length)) : bytes
      const twice = random() < 0.1 ? Buffer.concat([cut, cut.subarray(below(cut.length + 1))]) : cut
      readAll(twice)
      if (round % 100 !== 0) continue
      // The next one, after whatever the line made of the one before, at the latest when it is sent again.
      expect(readAll(Buffer.concat([twice, fire, fire])).some((frame) => showsFire(frame))).toBe(true)
    }
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / frames).toBeLessThan(mostMicroseconds)
  })
})
