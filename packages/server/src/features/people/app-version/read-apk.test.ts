import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  apkOf,
  blockOf,
  blockValue,
  chunkOf,
  fileOf,
  jarFiles,
  manifestOf,
  newSigningKey,
  schemeIds,
  zipOf,
  type SigningKey,
} from './apk.fixture.ts'
import { translate } from '../../../platform/i18n.ts'
import { ApkFlaw } from './apk-archive.ts'
import { readApk } from './uploaded-apk.ts'

let folder: string
let key: SigningKey
let other: SigningKey
let count = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'emberwatch-apk-'))
  key = newSigningKey()
  other = newSigningKey()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stored = (bytes: Buffer): string => {
  const path = join(folder, String(++count))
  writeFileSync(path, bytes)
  return path
}
const flawOf = (bytes: Buffer): Promise<string> =>
  readApk(stored(bytes)).then(
    () => 'none',
    (error: unknown) => (error instanceof ApkFlaw ? error.flaw : String(error)),
  )
const fingerprint = ({ certificate }: SigningKey) => certificate.fingerprint256.replaceAll(':', '').toLowerCase()

describe('the content of an APK', () => {
  test.each([
    { schemes: ['v2'], signedBy: ['v2'] },
    { schemes: ['v2', 'v3'], signedBy: ['v2', 'v3'] },
    { schemes: ['v1', 'v2', 'v3'], signedBy: ['v2', 'v3'] },
    { schemes: ['v1'], signedBy: ['v1'] },
  ] as const)('signed by $schemes', async ({ schemes, signedBy }) => {
    expect(await readApk(stored(apkOf({ key, schemes })))).toEqual({
      packageName: 'com.example.admin',
      versionName: '1.2.003',
      versionCode: 10,
      minSdk: 24,
      certificates: [fingerprint(key)],
      signedBy,
    })
  })
  test('texts of its manifest in UTF-8, and a comment at the end of an archive', async () => {
    expect(await readApk(stored(apkOf({ key, utf8: true, versionName: '2.0.1' })))).toMatchObject({ versionName: '2.0.1' })
  })
})

describe('what is refused', () => {
  const plain = (more: Parameters<typeof manifestOf>[0] = {}) => apkOf({ key, ...more })
  const withManifest = (manifest: Buffer) => apkOf({ key, manifest })
  const signedZip = (parts: Parameters<typeof zipOf>[0], options: Parameters<typeof blockValue>[2] = {}) => {
    const zip = zipOf(parts)
    return fileOf(zip, blockOf([[schemeIds[options.scheme ?? 'v2'], blockValue(zip, key, options)]]))
  }
  const xml = () => ({ name: 'AndroidManifest.xml', content: manifestOf() })
  const patched = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(bytes)
    change(copy)
    return copy
  }
  const cases: readonly (readonly [what: string, flaw: string, make: () => Buffer])[] = [
    ['nothing', 'notArchive', () => Buffer.alloc(0)],
    ['a text', 'notArchive', () => Buffer.from('this is no app')],
    ['one cut off', 'notArchive', () => plain().subarray(0, -40)],
    ['one without its first half', 'notArchive', () => plain().subarray(700_000)],
    ['one with bytes behind its end', 'notArchive', () => Buffer.concat([plain(), Buffer.from('more')])],
    ['another ZIP with its name', 'noManifest', () => signedZip([{ name: 'readme.txt', content: Buffer.from('hello') }])],
    ['two manifests', 'manifestTwice', () => signedZip([xml(), xml()])],
    [
      'a manifest that unpacks to 100 MB',
      'manifestTooLarge',
      () => signedZip([{ name: 'AndroidManifest.xml', content: Buffer.alloc(100_000_000) }]),
    ],
    [
      'a manifest that unpacks to more than it says',
      'manifestTooLarge',
      () => signedZip([{ name: 'AndroidManifest.xml', content: Buffer.alloc(50_000_000), claims: { size: 1_000 } }]),
    ],
    [
      'entries that unpack to gigabytes',
      'bomb',
      () => signedZip([xml(), { name: 'a', content: Buffer.alloc(10), claims: { size: 4_000_000_000 } }]),
    ],
    ['a manifest that is encrypted', 'encrypted', () => signedZip([{ ...xml(), claims: { flags: 1 } }])],
    ['a manifest as plain XML', 'manifestBroken', () => withManifest(Buffer.from('<manifest package="com.example"/>'))],
    [
      'a chunk of no length, which would be read for ever',
      'manifestBroken',
      () => withManifest(chunkOf(3, Buffer.alloc(0), Buffer.from('0201100000000000ffffffff', 'hex'))),
    ],
    [
      'a chunk that reaches beyond the manifest',
      'manifestBroken',
      () => withManifest(patched(manifestOf(), (copy) => copy.writeUInt32LE(0xffff_fff0, 12))),
    ],
    [
      'a pool of four thousand million texts',
      'manifestBroken',
      () => withManifest(patched(manifestOf(), (copy) => copy.writeUInt32LE(0xffff_ffff, 16))),
    ],
    ['no version name', 'noVersion', () => plain({ versionName: null })],
    ['no version code', 'noVersion', () => plain({ versionCode: null })],
    ['a package name that is none', 'noVersion', () => plain({ packageName: '../../etc' })],
    ['a part of a split app', 'split', () => plain({ split: 'config.zh' })],
    ['one that is not signed', 'unsigned', () => apkOf({ key, schemes: [] })],
    ['a digest of another file', 'signatureWrong', () => signedZip([xml()], { digest: Buffer.alloc(32) })],
    [
      'one byte that was changed after it was signed',
      'signatureWrong',
      () => patched(plain(), (copy) => copy.writeUInt8(0x7a, 1_200_000)),
    ],
    ['the certificate of somebody else', 'signatureWrong', () => signedZip([xml()], { shows: other.certificate })],
    ['a signature that nobody knows', 'signatureUnknown', () => signedZip([xml()], { algorithm: 0x0999 })],
    [
      'a signing block of an absurd length',
      'signatureBroken',
      () => {
        const bytes = plain()
        return patched(bytes, (copy) => copy.writeBigUInt64LE(2n ** 60n, bytes.indexOf('APK Sig Block 42') - 8))
      },
    ],
    [
      'a signer that is longer than the block',
      'signatureBroken',
      () => {
        const zip = zipOf([xml()])
        return fileOf(zip, blockOf([[schemeIds.v2, Buffer.from('ffffffff00', 'hex')]]))
      },
    ],
    [
      'a v1 signature that says there was a better one',
      'signatureStripped',
      () => fileOf(zipOf([xml(), ...jarFiles(xml().content, key, 'X-Android-APK-Signed: 2, 3\r\n')])),
    ],
    [
      'a v1 signature of another manifest',
      'signatureWrong',
      () => fileOf(zipOf([xml(), ...jarFiles(manifestOf({ versionCode: 9 }), key)])),
    ],
    [
      'a v1 signature with a broken block',
      'signatureBroken',
      () => {
        const [list, file] = jarFiles(xml().content, key)
        return fileOf(
          zipOf(
            [xml(), list, file, { name: 'META-INF/CERT.EC', content: Buffer.from('3084ffffffff00', 'hex') }].flatMap(
              (each) => each ?? [],
            ),
          ),
        )
      },
    ],
  ]
  test.each(cases)('%s: %s', async (_what, flaw, make) => {
    expect(await flawOf(make())).toBe(flaw)
    for (const [locale, words] of Object.entries({ en: /^[^\u4e00-\u9fff]{10,}$/, zh: /[\u4e00-\u9fff]{2,}/ }))
      expect(translate(locale === 'zh' ? 'zh' : 'en', `enums.apkFlaw.${flaw}`)).toMatch(words)
  })
  test('whichever single byte of its structures is wrong, it is read or refused, and nothing else happens', async () => {
    const bytes = apkOf({ key, schemes: ['v2'] })
    const dex = 1_500_000
    const size = bytes.length - dex
    for (let step = 0; step < 150; step++) {
      const place = Math.floor((step * size) / 150)
      // Not within data that is only hashed.
      const at = place < 400 ? place : place + dex
      expect(await flawOf(patched(bytes, (copy) => copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at))), String(at)).toMatch(
        /^[a-zA-Z]+$/,
      )
    }
  })
})
