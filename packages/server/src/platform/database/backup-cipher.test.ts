import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { messageOf } from '../startup-error.ts'
import { decrypt, encrypt, isEncrypted } from './backup-cipher.ts'

const passphrase = 'a passphrase of a test'
const sealed = (plain: Buffer): Promise<Buffer> => buffer(encrypt(passphrase, 10)(Readable.from([plain])))
/** In pieces of an odd size, as a disk may give them. */
const opened = (bytes: Buffer, shown = passphrase): Promise<Buffer> => {
  const parts = Array.from({ length: Math.ceil(bytes.length / 5_003) }, (_, n) => bytes.subarray(n * 5_003, (n + 1) * 5_003))
  return buffer(decrypt(shown, 'the file')(Readable.from(parts)))
}
const problem = (work: Promise<unknown>): Promise<string> => work.then(() => 'none', messageOf)

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('%i bytes come back as they were', async (size) => {
  const plain = Buffer.alloc(size, 'fire')
  expect((await opened(await sealed(plain))).equals(plain)).toBe(true)
})

test('what was changed, moved, left out, added or cut off is refused, and so is another passphrase', async () => {
  const bytes = await sealed(Buffer.alloc(200_000, 'fire'))
  const head = 27
  const chunk = 65_552
  const [first, second] = [bytes.subarray(head, head + chunk), bytes.subarray(head + chunk, head + 2 * chunk)]
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(head + chunk + 5) ^ 1, head + chunk + 5)
  const broken = {
    flipped,
    moved: Buffer.concat([bytes.subarray(0, head), second, first, bytes.subarray(head + 2 * chunk)]),
    leftOut: Buffer.concat([bytes.subarray(0, head), first, bytes.subarray(head + 2 * chunk)]),
    cutOff: bytes.subarray(0, head + 2 * chunk),
    cutShort: bytes.subarray(0, bytes.length - 20),
    onlyHead: bytes.subarray(0, head),
    costly: Buffer.concat([bytes.subarray(0, 10), Buffer.from([40]), bytes.subarray(11)]),
    added: Buffer.concat([bytes, Buffer.from('x')]),
  }
  for (const [name, each] of Object.entries(broken)) expect(await problem(opened(each)), name).toContain('damaged')
  expect(await problem(opened(bytes, 'another passphrase'))).toContain('passphrase is not the one')
})

test('an encrypted file is told from a plain one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ew-cipher-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, await sealed(Buffer.from('x')))
  expect(await isEncrypted(file)).toBe(true)
  writeFileSync(file, 'EW')
  expect(await isEncrypted(file)).toBe(false)
})
