import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-firmware-'))
let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ settings: { DATA_DIR: dataDir } })
  token = await server.tokenOf(server.world.accounts.siterAdmin)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const storedFiles = (): string[] => {
  try {
    return readdirSync(join(dataDir, 'files'), { recursive: true })
      .map(String)
      .filter((name) => name.includes('/'))
      .sort()
  } catch {
    return []
  }
}
const firmware = (size: number) => Buffer.concat([Buffer.from('0020002001010008', 'hex'), randomBytes(size)])

/** Sends an upload piece by piece. With `cutAt` the connection breaks there; `look` is called after every 8 MB. */
const send = (
  size: number,
  { cutAt = Number.POSITIVE_INFINITY, look }: { cutAt?: number; look?: () => void } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const boundary = 'x'.repeat(24)
    const part = (name: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
    const head = `${part('purpose')}firmware\r\n${part('file', '; filename="f.bin"')}`
    const tail = `\r\n--${boundary}--\r\n`
    const sending = request(`${server.url}/api/file/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + size + tail.length,
      },
    })
    sending.on('error', (error) => (cutAt < size ? resolve('cut') : reject(error)))
    sending.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.on('end', () => resolve(text))
    })
    sending.write(head)
    const piece = firmware(65_528)
    let sent = 0
    const more = (): void => {
      while (sent < size) {
        if (sent >= cutAt) return void sending.destroy()
        const next = piece.subarray(0, Math.min(piece.length, size - sent))
        sent += next.length
        if (sent % (8 * 1_048_576) < next.length) look?.()
        if (!sending.write(next)) return void sending.once('drain', more)
      }
      sending.end(tail)
    }
    more()
  })

test('a large file is never completely in memory', async () => {
  const size = 32 * 1_048_576
  // Garbage is collected before each measurement, so that only memory in use counts.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = (): number => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const base = held()
  const looks: number[] = []
  const look = () => looks.push(held() - base)
  const answer = JSON.parse(await send(size, { look })) as { success: boolean; data: string }
  expect(answer.success).toBe(true)
  expect(looks).toHaveLength(4)
  expect(Math.max(...looks)).toBeLessThan(size / 2)
  const file = await server.db.selectFrom('file').select('size').where('id', '=', answer.data).executeTakeFirstOrThrow()
  expect(file.size).toBe(size)
})

test('an interrupted upload of a large file leaves nothing', async () => {
  const before = storedFiles()
  const rows = async () => (await server.db.selectFrom('file').select('id').execute()).length
  const known = await rows()
  for (const cutAt of [0, 65_536, 5_000_000]) expect(await send(8 * 1_048_576, { cutAt })).toBe('cut')
  await vi.waitFor(() => expect(storedFiles()).toEqual(before), { timeout: 10_000 })
  expect(await rows()).toBe(known)
})
