import { createHash, verify, X509Certificate } from 'node:crypto'
import { type Archive, type ArchiveEntry, ApkFlaw } from './apk-archive.ts'
import { derIn, derTag, derValues, type DerValue } from './der.ts'

const signedDataOid = '2a864886f70d010702'
const messageDigestOid = '2a864886f70d010904'
const hashesByOid: Readonly<Record<string, string>> = {
  '2b0e03021a': 'sha1',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}
/** The names of the hashes in signature files. */
const hashesByName = { SHA1: 'sha1', 'SHA-256': 'sha256', 'SHA-512': 'sha512' } as const

const maxBlockBytes = 65_536
const maxListBytes = 8 * 1_048_576
const maxSigners = 10

const broken = () => new ApkFlaw('signatureBroken')
const wrong = () => new ApkFlaw('signatureWrong')

/** The sections of a manifest or signature file: `Name: value` lines; a leading space continues the previous line. */
const sectionsOf = (text: string): Map<string, string>[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\n ', '')
    .split(/\n\n+/)
    .filter((section) => section !== '')
    .map(
      (section) =>
        new Map(
          section.split('\n').map((line): [string, string] => {
            const at = line.indexOf(': ')
            return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)]
          }),
        ),
    )

/** Whether at least one digest in a section matches the bytes, and none is wrong. */
const isDigestOf = (bytes: Buffer, section: Map<string, string> | undefined, suffix: string): boolean => {
  const given = Object.entries(hashesByName).flatMap(([name, hash]) => {
    const value = section?.get(`${name}${suffix}`)
    return value === undefined ? [] : [[hash, value] as const]
  })
  return given.length > 0 && given.every(([hash, value]) => createHash(hash).update(bytes).digest('base64') === value)
}

/** The bytes that were signed: the file itself, or attributes that contain its digest. */
const signedBytes = (file: Buffer, hash: string, attributes: DerValue | undefined): Buffer => {
  if (!attributes) return file
  const digest = derValues(attributes.content)
    .map((each) => derIn(each, derTag.sequence))
    .find(([oid]) => oid?.content.toString('hex') === messageDigestOid)
  const [value] = derIn(digest?.[1], derTag.set)
  if (value?.tag !== derTag.octets || !value.content.equals(createHash(hash).update(file).digest())) throw wrong()
  // The signature covers them as a SET, whatever tag they have here (RFC 5652, 5.4).
  return Buffer.concat([Buffer.from([derTag.set]), attributes.whole.subarray(1)])
}

const certificatesIn = (values: readonly DerValue[]): X509Certificate[] => {
  try {
    return values.slice(0, maxSigners).map(({ whole }) => new X509Certificate(whole))
  } catch {
    throw broken()
  }
}

/** The certificate in a PKCS #7 block whose key signed the file. @throws ApkFlaw if there is none */
const signerOf = (block: Buffer, file: Buffer): X509Certificate => {
  const [type, explicit] = derIn(derValues(block)[0], derTag.sequence)
  if (type?.content.toString('hex') !== signedDataOid) throw broken()
  const fields = derIn(derIn(explicit, derTag.first)[0], derTag.sequence)
  const certificates = certificatesIn(
    derIn(
      fields.find(({ tag }) => tag === derTag.first),
      derTag.first,
    ),
  )
  const [info] = derIn(fields.at(-1), derTag.set)
  const [, , digestAlgorithm, ...rest] = derIn(info, derTag.sequence)
  const hash = hashesByOid[derIn(digestAlgorithm, derTag.sequence)[0]?.content.toString('hex') ?? '']
  if (hash === undefined) throw new ApkFlaw('signatureUnknown')
  const attributes = rest.find(({ tag }) => tag === derTag.first)
  const signature = rest.find(({ tag }) => tag === derTag.octets)?.content
  if (!signature) throw broken()
  const signed = signedBytes(file, hash, attributes)
  const signer = certificates.find((certificate) => {
    try {
      return verify(hash, signed, certificate.publicKey, signature)
    } catch {
      return false
    }
  })
  if (!signer) throw wrong()
  return signer
}

/**
 * The signers of an APK with a JAR signature (v1), from the files in META-INF; null without one. Verifies that they signed this very
 * manifest of the app. Other files are not unpacked: the phone checks them when it installs.
 * @throws ApkFlaw
 */
export const jarSigners = async (archive: Archive, manifestXml: Buffer): Promise<readonly X509Certificate[] | null> => {
  const find = (name: string): ArchiveEntry | undefined => archive.entries.find((entry) => entry.name === name)
  const blocks = archive.entries.filter(({ name }) => /^META-INF\/[^/]+\.(?:RSA|DSA|EC)$/.test(name))
  if (blocks.length === 0) return null
  if (blocks.length > maxSigners) throw broken()
  const listEntry = find('META-INF/MANIFEST.MF')
  if (!listEntry) throw broken()
  const list = await archive.content(listEntry, maxListBytes, broken())
  const own = sectionsOf(list.toString('utf8')).find((section) => section.get('Name') === 'AndroidManifest.xml')
  if (!isDigestOf(manifestXml, own, '-Digest')) throw wrong()
  const signers: X509Certificate[] = []
  for (const block of blocks) {
    const fileEntry = find(block.name.replace(/\.[A-Z]+$/, '.SF'))
    if (!fileEntry) throw broken()
    const file = await archive.content(fileEntry, maxListBytes, broken())
    const [head] = sectionsOf(file.toString('utf8'))
    // It claims a stronger signature, which has been removed.
    if (/[23]/.test(head?.get('X-Android-APK-Signed') ?? '')) throw new ApkFlaw('signatureStripped')
    if (!isDigestOf(list, head, '-Digest-Manifest')) throw wrong()
    signers.push(signerOf(await archive.content(block, maxBlockBytes, broken()), file))
  }
  return signers
}
