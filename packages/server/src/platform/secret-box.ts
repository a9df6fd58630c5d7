import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
const version = 1

/** Kept next to the data, not in the database: a copy of the database alone reveals no secret. */
export const secretKeyPath = (dataDir: string): string => join(dataDir, 'secret.key')

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

/** Writes a new key, readable only by its owner. If two processes do this at once, the first key stays. */
const makeKey = (path: string): void => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, randomBytes(keyBytes))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

const keyOf = (dataDir: string, make: boolean): Buffer => {
  const path = secretKeyPath(dataDir)
  try {
    const key = readFileSync(path)
    if (key.length !== keyBytes) throw new Error(`${path} is not a key of ${keyBytes} bytes: restore it from the backup`)
    return key
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    if (!make) throw new Error(`${path} is missing: restore it from the backup, or enter the secrets anew`, { cause: error })
    makeKey(path)
    return keyOf(dataDir, false)
  }
}

/** A key for one purpose, always the same. It reveals nothing about the key of the data directory or those of other purposes. */
export const derivedKey = (dataDir: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', keyOf(dataDir, true), Buffer.alloc(0), purpose, keyBytes))

/**
 * Encrypts a secret (AES-256-GCM) with the key of the data directory, which is created at first use.
 * @param bound what the secret belongs to, such as `operator_platform:CTWING`. It can only be opened with the same value, so that no row
 * gets another's secret
 */
export const sealSecret = (dataDir: string, secret: string, bound: string): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataDir, true), iv).setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed])
}

/** Opens what `sealSecret` made. @throws if the key or `bound` differs, or a byte was changed. */
export const openSecret = (dataDir: string, box: Buffer, bound: string): string => {
  if (box[0] !== version) throw new Error(`a secret of version ${box[0]} cannot be opened`)
  const [ivEnd, tagEnd] = [1 + ivBytes, 1 + ivBytes + tagBytes]
  const decipher = createDecipheriv('aes-256-gcm', keyOf(dataDir, false), box.subarray(1, ivEnd), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(box.subarray(ivEnd, tagEnd))
  return Buffer.concat([decipher.update(box.subarray(tagEnd)), decipher.final()]).toString('utf8')
}
