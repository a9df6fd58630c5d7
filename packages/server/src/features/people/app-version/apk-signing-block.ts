import { createHash, createPublicKey, verify, X509Certificate, constants, type KeyObject } from 'node:crypto'
import { type Archive, ApkFlaw } from './apk-archive.ts'

/** Ids of the pairs in the block before the archive's directory: APK Signature Scheme v2 and v3. */
const schemes = [
  ['v2', 0x7109871a],
  ['v3', 0xf05368c0],
] as const
export type BlockScheme = (typeof schemes)[number][0]

const magic = 'APK Sig Block 42'
const maxBlockBytes = 4 * 1_048_576
const maxSigners = 10
const maxParts = 32

type Digest = 'sha256' | 'sha512'
interface Algorithm {
  readonly hash: Digest
  readonly salt?: number
}
/** By number. Digests of the other kind (Merkle tree, from 0x0421) always come along with one of these. */
const algorithms: ReadonlyMap<number, Algorithm> = new Map([
  [0x0101, { hash: 'sha256', salt: 32 }],
  [0x0102, { hash: 'sha512', salt: 64 }],
  [0x0103, { hash: 'sha256' }],
  [0x0104, { hash: 'sha512' }],
  [0x0201, { hash: 'sha256' }],
  [0x0202, { hash: 'sha512' }],
  [0x0301, { hash: 'sha256' }],
])

const broken = () => new ApkFlaw('signatureBroken')

/** Reads length-prefixed parts, never beyond its bytes. */
class Parts {
  #at = 0
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  get ended(): boolean {
    return this.#at === this.bytes.length
  }
  number(): number {
    if (this.#at + 4 > this.bytes.length) throw broken()
    this.#at += 4
    return this.bytes.readUInt32LE(this.#at - 4)
  }
  part(): Buffer {
    const length = this.number()
    if (this.#at + length > this.bytes.length) throw broken()
    this.#at += length
    return this.bytes.subarray(this.#at - length, this.#at)
  }
  /** Everything that follows, as parts. */
  list(): Buffer[] {
    const found: Buffer[] = []
    while (!this.ended) {
      if (found.length === maxParts) throw broken()
      found.push(this.part())
    }
    return found
  }
}

const listIn = (bytes: Buffer): Buffer[] => new Parts(bytes).list()
/** Pairs of number and bytes, such as digests and signatures by algorithm. */
const pairsIn = (bytes: Buffer): (readonly [number, Buffer])[] =>
  listIn(bytes).map((each) => {
    const parts = new Parts(each)
    return [parts.number(), parts.part()] as const
  })

interface Signer {
  readonly certificate: X509Certificate
  readonly digests: readonly (readonly [Digest, Buffer])[]
}

const certificateOf = (der: Buffer | undefined): X509Certificate => {
  try {
    if (der) return new X509Certificate(der)
  } catch {
    // Not a certificate.
  }
  throw broken()
}

/** A certificate may contain a key of an unknown kind. */
const spkiOf = (certificate: X509Certificate): Buffer => {
  try {
    return certificate.publicKey.export({ type: 'spki', format: 'der' })
  } catch {
    throw new ApkFlaw('signatureUnknown')
  }
}

const keyOf = (der: Buffer): KeyObject => {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    throw broken()
  }
}

/** Checks that every signature of a known kind is right, and that the key is the certificate's. */
const signerIn = (bytes: Buffer, scheme: BlockScheme): Signer => {
  const outer = new Parts(bytes)
  const signed = outer.part()
  if (scheme === 'v3') {
    outer.number()
    outer.number()
  }
  const signatures = pairsIn(outer.part())
  const publicKey = outer.part()
  const inner = new Parts(signed)
  const digests = pairsIn(inner.part())
  const certificate = certificateOf(listIn(inner.part())[0])
  if (!spkiOf(certificate).equals(publicKey)) throw new ApkFlaw('signatureWrong')
  // Otherwise a weaker digest could be added to something signed with a stronger one.
  if (digests.map(([number]) => number).join() !== signatures.map(([number]) => number).join()) throw broken()
  const key = keyOf(publicKey)
  const known = signatures.flatMap(([number, signature]) => {
    const algorithm = algorithms.get(number)
    return algorithm ? [{ algorithm, signature }] : []
  })
  if (known.length === 0) throw new ApkFlaw('signatureUnknown')
  for (const { algorithm, signature } of known)
    if (!isSignedBy(key, signed, signature, algorithm)) throw new ApkFlaw('signatureWrong')
  return {
    certificate,
    digests: digests.flatMap(([number, digest]) => {
      const algorithm = algorithms.get(number)
      return algorithm ? [[algorithm.hash, digest] as const] : []
    }),
  }
}

const isSignedBy = (key: KeyObject, signed: Buffer, signature: Buffer, { hash, salt }: Algorithm): boolean => {
  const padding = salt === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt }
  try {
    return verify(hash, signed, { key, ...padding }, signature)
  } catch {
    // The key does not fit its algorithm.
    return false
  }
}

interface SigningBlock {
  readonly at: number
  readonly values: ReadonlyMap<number, Buffer>
}

const blockBefore = async (archive: Archive): Promise<SigningBlock | null> => {
  const { directoryAt } = archive
  if (directoryAt < 32) return null
  const foot = await archive.part(directoryAt - 24, 24)
  if (foot.toString('latin1', 8) !== magic) return null
  const size = Number(foot.readBigUInt64LE(0))
  if (size < 24 || size > maxBlockBytes || size + 8 > directoryAt) throw broken()
  const at = directoryAt - size - 8
  const block = await archive.part(at, size - 16)
  if (Number(block.readBigUInt64LE(0)) !== size) throw broken()
  const values = new Map<number, Buffer>()
  const end = block.length
  for (let next = 8; next < end;) {
    if (next + 12 > end) throw broken()
    const length = Number(block.readBigUInt64LE(next))
    const id = block.readUInt32LE(next + 8)
    if (length < 4 || next + 8 + length > end || values.has(id)) throw broken()
    values.set(id, block.subarray(next + 12, next + 8 + length))
    next += 8 + length
  }
  return { at, values }
}

const pieceBytes = 1_048_576

/** The digest of the whole file except its signing block: of its 1 MiB pieces, and then of these digests. One piece is in memory at a time. */
const contentDigest = async (archive: Archive, blockAt: number, hash: Digest): Promise<Buffer> => {
  const { directoryAt, endAt, size } = archive
  const end = await archive.part(endAt, size - endAt)
  // As if there were no block, so that adding one does not change what is signed.
  end.writeUInt32LE(blockAt, 16)
  const sections = [
    [0, blockAt],
    [directoryAt, endAt],
  ] as const
  const pieces: Buffer[] = []
  const take = (piece: Buffer): void => {
    const head = Buffer.alloc(5, 0xa5)
    head.writeUInt32LE(piece.length, 1)
    pieces.push(createHash(hash).update(head).update(piece).digest())
  }
  for (const [from, to] of sections)
    for (let at = from; at < to; at += pieceBytes) take(await archive.part(at, Math.min(pieceBytes, to - at)))
  take(end)
  const head = Buffer.alloc(5, 0x5a)
  head.writeUInt32LE(pieces.length, 1)
  return createHash(hash).update(head).update(Buffer.concat(pieces)).digest()
}

export interface BlockSigners {
  readonly schemes: readonly BlockScheme[]
  /** Of the newest scheme. */
  readonly certificates: readonly X509Certificate[]
}

/**
 * The signers of an APK according to its signing block; null without one. Verifies the signatures, and that the file is what was signed.
 * @throws ApkFlaw
 */
export const blockSigners = async (archive: Archive): Promise<BlockSigners | null> => {
  const block = await blockBefore(archive)
  const found = schemes.flatMap(([scheme, id]) => {
    const value = block?.values.get(id)
    if (!value) return []
    const all = new Parts(value)
    const signers = listIn(all.part())
    if (!all.ended || signers.length === 0 || signers.length > maxSigners) throw broken()
    return [{ scheme, signers: signers.map((each) => signerIn(each, scheme)) }]
  })
  const newest = found.at(-1)
  if (!block || !newest) return null
  const claimed = found.flatMap(({ signers }) => signers.flatMap(({ digests }) => digests))
  for (const hash of new Set(claimed.map(([name]) => name))) {
    const digest = await contentDigest(archive, block.at, hash)
    for (const [name, expected] of claimed) if (name === hash && !expected.equals(digest)) throw new ApkFlaw('signatureWrong')
  }
  return { schemes: found.map(({ scheme }) => scheme), certificates: newest.signers.map(({ certificate }) => certificate) }
}
