import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'

// An encrypted backup: `magic`, a byte that tells the cost of the key, 16 bytes of salt, then chunks of ciphertext and tag, all of one size but the last. Each chunk is authenticated with its
// number and whether it is the last, so that none can be changed, moved, left out or cut off. The key belongs to the file alone, which
// makes the number of a chunk a nonce that is used once.

const magic = Buffer.from('EWBACKUP1\n')
const saltBytes = 16
const tagBytes = 16
const chunkBytes = 65_536
/** As a power of two: 128 MB of memory and about half a second, which is what guessing one passphrase costs. */
const usualCost = 17
/** No file makes us use more than 512 MB. */
const highestCost = 19
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

const keyOf = (passphrase: string, cost: number, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, 32, { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) })

const nonceOf = (index: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 6, 6)
  return nonce
}

const associated = (isLast: boolean): Buffer => Buffer.from([isLast ? 1 : 0])

export const isEncrypted = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return bytesRead === magic.length && buffer.equals(magic)
  } finally {
    await handle.close()
  }
}

/** Cuts a stream into pieces of `bytes`; the last may be shorter, and is the only one that may be empty. */
async function* pieces(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const data of source) {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data])
    let at = 0
    for (; rest.length - at > bytes; at += bytes) yield { piece: rest.subarray(at, at + bytes), isLast: false }
    rest = rest.subarray(at)
  }
  yield { piece: rest, isLast: true }
}

/** For `pipeline`. */
export const encrypt = (passphrase: string, cost = usualCost) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(saltBytes)
    const key = await keyOf(passphrase, cost, salt)
    yield Buffer.concat([magic, Buffer.from([cost]), salt])
    let index = 0
    for await (const { piece, isLast } of pieces(source, chunkBytes)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index++)).setAAD(associated(isLast))
      const sealed = Buffer.concat([cipher.update(piece), cipher.final()])
      yield Buffer.concat([sealed, cipher.getAuthTag()])
    }
  }

/** The reverse. Nothing is passed on that was not verified. @throws StartupError if the passphrase is wrong or the file was changed */
export const decrypt = (passphrase: string, file: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const headerBytes = magic.length + 1 + saltBytes
    let key: Buffer | undefined
    async function* body(): AsyncGenerator<Buffer> {
      let header: Buffer = Buffer.alloc(0)
      for await (const data of source) {
        if (key !== undefined) {
          yield data
          continue
        }
        header = Buffer.concat([header, data])
        if (header.length < headerBytes) continue
        const cost = header.readUInt8(magic.length)
        if (cost < 1 || cost > highestCost) throw damaged(file)
        key = await keyOf(passphrase, cost, header.subarray(magic.length + 1, headerBytes))
        yield header.subarray(headerBytes)
      }
    }
    let index = 0
    for await (const { piece, isLast } of pieces(body(), chunkBytes + tagBytes)) {
      if (key === undefined || piece.length < tagBytes) throw damaged(file)
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
        .setAAD(associated(isLast))
        .setAuthTag(piece.subarray(piece.length - tagBytes))
      let plain: Buffer
      try {
        plain = Buffer.concat([decipher.update(piece.subarray(0, piece.length - tagBytes)), decipher.final()])
      } catch {
        throw index === 0 ? new StartupError(`The passphrase is not the one of ${file}, or the file is damaged.`) : damaged(file)
      }
      yield plain
      index++
    }
  }

const damaged = (file: string): StartupError =>
  new StartupError(`${file} is damaged or was changed: take another backup. Nothing was restored.`)
