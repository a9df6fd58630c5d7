import { createHash, createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { createCertificate } from '../../../platform/broker/testing/certificate.ts'

/** Builds APKs for tests byte by byte: compiled manifest, ZIP, signatures v1, v2 and v3. */

export interface SigningKey {
  readonly certificate: X509Certificate
  readonly privateKey: KeyObject
}

export const newSigningKey = (): SigningKey => {
  const { cert, key } = createCertificate()
  return { certificate: new X509Certificate(cert), privateKey: createPrivateKey(key) }
}

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2))
  return bytes
}
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value >>> 0, index * 4))
  return bytes
}
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

/** A chunk: type, header length, total length. */
export const chunkOf = (type: number, head: Buffer, body: Buffer): Buffer =>
  Buffer.concat([u16(type, 8 + head.length), u32(8 + head.length + body.length), head, body])

const none = 0xffff_ffff

export interface ManifestFacts {
  readonly packageName?: string
  readonly versionName?: string | null
  readonly versionCode?: number | null
  readonly minSdk?: number
  readonly split?: string
  readonly utf8?: boolean
}

/** A compiled AndroidManifest.xml. */
export const manifestOf = (facts: ManifestFacts = {}): Buffer => {
  const { packageName = 'com.example.admin', versionName = '1.2.003', versionCode = 10, minSdk = 24, split, utf8 = false } = facts
  // The first ones are attributes with numbers, in the order of the numbers below.
  const texts = [
    'versionCode',
    'versionName',
    'minSdkVersion',
    'manifest',
    'package',
    'uses-sdk',
    packageName,
    versionName ?? '',
    'split',
    split ?? '',
  ]
  const numbers = u32(0x0101021b, 0x0101021c, 0x0101020c)
  const encoded = texts.map((text) =>
    utf8
      ? Buffer.concat([Buffer.from([text.length, Buffer.byteLength(text)]), Buffer.from(text), Buffer.from([0])])
      : Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le'), u16(0)]),
  )
  const offsets = encoded.map((_each, index) => encoded.slice(0, index).reduce((sum, each) => sum + each.length, 0))
  const body = Buffer.concat(encoded)
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
  const pool = chunkOf(
    1,
    u32(texts.length, 0, utf8 ? 256 : 0, 28 + texts.length * 4, 0),
    Buffer.concat([u32(...offsets), padded]),
  )
  const attribute = (name: number, type: number, data: number) =>
    Buffer.concat([u32(none, name, type === 3 ? data : none), u16(8), Buffer.from([0, type]), u32(data)])
  const element = (name: number, attributes: Buffer[]) =>
    chunkOf(0x0102, u32(1, none), Buffer.concat([u32(none, name), u16(20, 20, attributes.length, 0, 0, 0), ...attributes]))
  const own = [
    ...(versionCode === null ? [] : [attribute(0, 0x10, versionCode)]),
    ...(versionName === null ? [] : [attribute(1, 3, 7)]),
    attribute(4, 3, 6),
    ...(split === undefined ? [] : [attribute(8, 3, 9)]),
  ]
  return chunkOf(
    3,
    Buffer.alloc(0),
    Buffer.concat([pool, chunkOf(0x0180, Buffer.alloc(0), numbers), element(3, own), element(5, [attribute(2, 0x10, minSdk)])]),
  )
}

export interface ZipPart {
  readonly name: string
  readonly content: Buffer
  readonly stored?: boolean
  /** False statements in its header. */
  readonly claims?: { readonly size?: number; readonly flags?: number }
}

interface Zip {
  readonly entries: Buffer
  readonly directory: Buffer
  readonly count: number
}

export const zipOf = (parts: readonly ZipPart[]): Zip => {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, stored = false, claims = {} } of parts) {
    const packed = stored ? content : deflateRawSync(content)
    const [size, flags] = [claims.size ?? content.length, claims.flags ?? 0]
    const shared = Buffer.concat([
      u16(20, flags, stored ? 0 : 8, 0, 0),
      u32(crc32(content), packed.length, size),
      u16(Buffer.byteLength(name), 0),
    ])
    const entry = Buffer.concat([u32(0x04034b50), shared, Buffer.from(name), packed])
    directory.push(Buffer.concat([u32(0x02014b50), u16(20), shared, u16(0, 0, 0), u32(0, at), Buffer.from(name)]))
    entries.push(entry)
    at += entry.length
  }
  return { entries: Buffer.concat(entries), directory: Buffer.concat(directory), count: parts.length }
}

const endOf = ({ directory, count }: Zip, directoryAt: number): Buffer =>
  Buffer.concat([u32(0x06054b50), u16(0, 0, count, count), u32(directory.length, directoryAt), u16(0)])

/** A ZIP file, with a signing block before its directory if there is one. */
export const fileOf = (zip: Zip, block: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([zip.entries, block, zip.directory, endOf(zip, zip.entries.length + block.length)])

const sized = (...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length), body])
}

const ecdsaSha256 = 0x0201

const contentDigest = (zip: Zip): Buffer => {
  const pieces = [zip.entries, zip.directory, endOf(zip, zip.entries.length)].flatMap((section) =>
    Array.from({ length: Math.ceil(section.length / 1_048_576) }, (_none, index) =>
      section.subarray(index * 1_048_576, (index + 1) * 1_048_576),
    ),
  )
  const digests = pieces.map((piece) =>
    createHash('sha256')
      .update(Buffer.concat([Buffer.from([0xa5]), u32(piece.length), piece]))
      .digest(),
  )
  return createHash('sha256')
    .update(Buffer.concat([Buffer.from([0x5a]), u32(digests.length), ...digests]))
    .digest()
}

export interface BlockOptions {
  readonly scheme?: 'v2' | 'v3'
  readonly digest?: Buffer
  /** Included instead of the signer's own certificate. */
  readonly shows?: X509Certificate
  readonly algorithm?: number
}

/** The value of a signature pair for the scheme. */
export const blockValue = (zip: Zip, { certificate, privateKey }: SigningKey, options: BlockOptions = {}): Buffer => {
  const { scheme = 'v2', digest = contentDigest(zip), shows = certificate, algorithm = ecdsaSha256 } = options
  const range = scheme === 'v3' ? u32(24, 0x7fff_ffff) : Buffer.alloc(0)
  const signed = Buffer.concat([sized(sized(u32(algorithm), sized(digest))), sized(sized(shows.raw)), range, sized()])
  const signature = sign('sha256', signed, privateKey)
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
  return sized(sized(sized(signed), range, sized(sized(u32(algorithm), sized(signature))), sized(key)))
}

export const blockOf = (values: readonly (readonly [id: number, value: Buffer])[]): Buffer => {
  const pairs = Buffer.concat(values.map(([id, value]) => Buffer.concat([u64(value.length + 4), u32(id), value])))
  const size = pairs.length + 24
  return Buffer.concat([u64(size), pairs, u64(size), Buffer.from('APK Sig Block 42')])
}

export const schemeIds = { v2: 0x7109871a, v3: 0xf05368c0 } as const

const tagged = (tag: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))

const pkcs7 = (file: Buffer, { certificate, privateKey }: SigningKey): Buffer => {
  const sha256 = tagged(0x30, oid('608648016503040201'))
  const one = tagged(0x02, Buffer.from([1]))
  const info = tagged(
    0x30,
    one,
    tagged(0x30, tagged(0x30), one),
    sha256,
    tagged(0x30, oid('2a8648ce3d040302')),
    tagged(0x04, sign('sha256', file, privateKey)),
  )
  const data = tagged(
    0x30,
    one,
    tagged(0x31, sha256),
    tagged(0x30, oid('2a864886f70d010701')),
    tagged(0xa0, certificate.raw),
    tagged(0x31, info),
  )
  return tagged(0x30, oid('2a864886f70d010702'), tagged(0xa0, data))
}

/** The files of a v1 signature over a manifest. */
export const jarFiles = (manifest: Buffer, key: SigningKey, head = ''): ZipPart[] => {
  const base64 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64')
  const list = Buffer.from(
    `Manifest-Version: 1.0\r\n\r\nName: AndroidManifest.xml\r\nSHA-256-Digest: ${base64(manifest)}\r\n\r\n`,
  )
  const file = Buffer.from(`Signature-Version: 1.0\r\n${head}SHA-256-Digest-Manifest: ${base64(list)}\r\n\r\n`)
  return [
    { name: 'META-INF/MANIFEST.MF', content: list },
    { name: 'META-INF/CERT.SF', content: file },
    { name: 'META-INF/CERT.EC', content: pkcs7(file, key) },
  ]
}

export interface ApkOptions extends ManifestFacts {
  readonly key: SigningKey
  readonly schemes?: readonly ('v1' | 'v2' | 'v3')[]
  readonly more?: readonly ZipPart[]
  readonly manifest?: Buffer
}

/** A complete APK. */
export const apkOf = ({ key, schemes = ['v2', 'v3'], more = [], manifest, ...facts }: ApkOptions): Buffer => {
  const xml = manifest ?? manifestOf(facts)
  const zip = zipOf([
    { name: 'AndroidManifest.xml', content: xml },
    { name: 'classes.dex', content: Buffer.alloc(1_500_000, 'dex'), stored: true },
    ...(schemes.includes('v1') ? jarFiles(xml, key) : []),
    ...more,
  ])
  const values = (['v2', 'v3'] as const)
    .filter((scheme) => schemes.includes(scheme))
    .map((scheme) => [schemeIds[scheme], blockValue(zip, key, { scheme })] as const)
  return fileOf(zip, values.length === 0 ? undefined : blockOf(values))
}
