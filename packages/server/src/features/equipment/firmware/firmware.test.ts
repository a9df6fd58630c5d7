import { errorCatalogue, firmwareKeysPath, type ErrorName } from '@emberwatch/contract'
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../../testing/images.ts'
import { startTestServer, worldPassword, type TestServer } from '../../../testing/context.ts'
import { zipOf } from '../../../testing/zip.ts'
import { releasedEdition, releasedEditions } from './released-editions.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-firmware-'))
let server: TestServer
let token: string
const models: Record<'detector' | 'other' | 'gateway', number> = { detector: 0, other: 0, gateway: 0 }

beforeAll(async () => {
  server = await startTestServer({ settings: { DATA_DIR: dataDir } })
  token = await server.tokenOf(server.world.accounts.siterAdmin)
  const series = await server.db
    .insertInto('device_series')
    .values({ code: 'FW', name: 'Firmware', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [name, is_gateway] of [
    ['detector', false],
    ['other', false],
    ['gateway', true],
  ] as const)
    models[name] = (
      await server.db
        .insertInto('device_model')
        .values({ series_id: series.id, code: `FW-${name}`, name: `Model ${name}`, is_gateway })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
const post = (path: string, input: Record<string, unknown>, as = token) => server.call('POST', `web/${path}`, input, as)
const get = async (path: string, input: Record<string, unknown> = {}) =>
  (await server.call('GET', `web/${path}`, input, token)).data
const reasonOf = ({ code }: { code: number }): ErrorName | 'ok' =>
  (Object.keys(errorCatalogue) as ErrorName[]).find((name) => errorCatalogue[name].code === code) ?? 'ok'
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
/** Plausible firmware bytes: a stack pointer and a vector, as at the start of a microcontroller image. */
const firmware = (size = 2_000) => Buffer.concat([Buffer.from('0020002001010008', 'hex'), randomBytes(size)])
const upload = async (bytes: Buffer, purpose = 'firmware', language = 'en') => {
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', new Blob([new Uint8Array(bytes)]), 'firmware.bin')
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const answer = await fetch(`${server.url}/api/file/upload`, { method: 'POST', headers, body })
  return (await answer.json()) as { code: number; success: boolean; msg: string; data: string }
}
const stored = async (bytes = firmware(), purpose?: string) => {
  const { success, data, msg } = await upload(bytes, purpose)
  if (!success) throw new Error(msg)
  return data
}
let made = 0
const draft = async (more: Record<string, unknown> = {}) => ({
  name: `Edition ${++made}`,
  modelId: models.detector,
  editionVersion: `2.0.${made}`,
  package: 'full',
  fileId: more['fileId'] ?? (await stored()),
  ...more,
})
const save = async (more: Record<string, unknown> = {}) => {
  const answer = await post('upgradeVersion/save', await draft(more))
  if (!answer.success) throw new Error(answer.msg)
  return (answer.data as { id: number }).id
}
const rowOf = (id: number) => server.db.selectFrom('firmware_edition').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const verbsOf = async (kind: string, id: number | string) =>
  (
    await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', kind as 'firmware_edition')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const currentKey = async () =>
  (await server.db.selectFrom('firmware_key').select('id').where('retired_at', 'is', null).executeTakeFirst())?.id
const withKey = async () => {
  if ((await currentKey()) === undefined) await post('firmwareKey/make', { password: worldPassword })
}

/** What a device knows: the public document. Checked without any of our code. */
interface KeysDocument {
  algorithm: string
  current: string | null
  keys: { id: string; publicKey: string; previous: string | null; previousSignature: string | null; retiredAt: string | null }[]
}
const keysDocument = async () => {
  const answer = await fetch(`${server.url}${firmwareKeysPath}`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  return (await answer.json()) as KeysDocument
}
const isSigned = (publicKey: string, text: string, signature: string): boolean => {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

describe('keys', () => {
  test('the first is made once, with the password, and nothing is released before', async () => {
    const id = await save()
    expect(reasonOf(await post('upgradeVersion/release', { id }))).toBe('precondition')
    expect(await keysDocument()).toEqual({ algorithm: 'Ed25519', current: null, keys: [] })
    expect(reasonOf(await post('firmwareKey/make', { password: 'not mine' }))).toBe('wrongPassword')
    expect(reasonOf(await post('firmwareKey/rotate', { password: worldPassword }))).toBe('precondition')
    const key = (await post('firmwareKey/make', { password: worldPassword })).data as { id: string; publicKey: string }
    expect(reasonOf(await post('firmwareKey/make', { password: worldPassword }))).toBe('precondition')
    const raw = Buffer.from(key.publicKey, 'base64')
    expect(raw).toHaveLength(32)
    expect(key.id).toBe(createHash('sha256').update(raw).digest('hex').slice(0, 16))
    expect(await verbsOf('firmware_key', key.id)).toEqual(['firmwareKey.create'])
    expect(reasonOf(await post('upgradeVersion/release', { id }))).toBe('ok')
  })

  test('a rotated key is signed by its predecessor, and released editions are signed again; a device verifies both by the public document', async () => {
    await withKey()
    const bytes = firmware()
    const fileId = await stored(bytes)
    const id = await save({ fileId, hardware: 'Rev.B' })
    await post('upgradeVersion/release', { id })
    const text = (version: string) =>
      [
        'emberwatch-firmware-v1',
        'FW-detector',
        'Rev.B',
        version,
        bytes.length,
        createHash('sha256').update(bytes).digest('hex'),
      ].join('\n')
    const verified = async () => {
      const edition = await rowOf(id)
      const { keys, current } = await keysDocument()
      const key = keys.find((each) => each.id === edition.key_id)
      expect(edition.key_id).toBe(current)
      const signature = edition.signature ?? ''
      expect(isSigned(key?.publicKey ?? '', text('9.9.9'), signature)).toBe(false)
      return isSigned(key?.publicKey ?? '', text(edition.edition_version), signature)
    }
    expect(await verified()).toBe(true)
    const before = await keysDocument()
    expect(reasonOf(await post('firmwareKey/rotate', { password: 'not mine' }))).toBe('wrongPassword')
    for (let i = 0; i < 2; i++) expect((await post('firmwareKey/rotate', { password: worldPassword })).success).toBe(true)
    expect(await verified()).toBe(true)
    // The row is not bound to what was signed: the model may get a new code, of which the device knows nothing.
    await server.db.updateTable('device_model').set({ code: 'FW-renamed' }).where('id', '=', models.detector).execute()
    await post('firmwareKey/rotate', { password: worldPassword })
    expect(await verified()).toBe(true)
    await server.db.updateTable('device_model').set({ code: 'FW-detector' }).where('id', '=', models.detector).execute()

    const { keys, current } = await keysDocument()
    expect(keys).toHaveLength(before.keys.length + 3)
    expect(keys.filter(({ retiredAt }) => retiredAt === null).map((key) => key.id)).toEqual([current])
    // From the key built into a device to the current one.
    let trusted = keys.find((key) => key.id === before.current)
    for (let i = 0; i < 3; i++) {
      const next = keys.find(({ previous }) => previous === trusted?.id)
      const said = `emberwatch-key-v1\n${next?.publicKey}`
      expect(isSigned(trusted?.publicKey ?? '', said, next?.previousSignature ?? '')).toBe(true)
      expect(isSigned(trusted?.publicKey ?? '', `${said}x`, next?.previousSignature ?? '')).toBe(false)
      trusted = next
    }
    expect(trusted?.id).toBe(current)
    expect(await verbsOf('firmware_key', current ?? '')).toEqual(['firmwareKey.rotateSecret'])
    // No answer contains a private key.
    expect(JSON.stringify([keys, await get('firmwareKey/list')])).not.toMatch(/PRIVATE|secret/)
  })

  test('the document is not sent again to a client that has it', async () => {
    const url = `${server.url}${firmwareKeysPath}`
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

describe('an edition', () => {
  test('is created, edited, released, withdrawn, each with its audit row; signed values never change', async () => {
    await withKey()
    const attachment = await stored(Buffer.from('%PDF-1.7 test report'), 'attachment')
    const input = await draft({ notesEn: 'Fewer false alarms', attachments: [attachment], testedBy: 'Lab' })
    const { id } = (await post('upgradeVersion/save', input)).data as { id: number }
    const edited = { ...input, id, version: 1, name: 'Renamed', initialVersion: '1.0.0' }
    expect(reasonOf(await post('upgradeVersion/save', edited))).toBe('ok')
    expect(reasonOf(await post('upgradeVersion/save', edited))).toBe('staleVersion')
    expect(reasonOf(await post('upgradeVersion/save', { ...edited, version: undefined }))).toBe('invalidInput')
    await post('upgradeVersion/release', { id })
    expect(reasonOf(await post('upgradeVersion/release', { id }))).toBe('wrongState')
    const fixed = { ...edited, version: 3 }
    for (const changed of [
      { fileId: await stored() },
      { editionVersion: '9.0.0' },
      { modelId: models.other },
      { hardware: 'C' },
      { initialVersion: undefined },
      { package: 'delta' },
    ])
      expect(reasonOf(await post('upgradeVersion/save', { ...fixed, ...changed }))).toBe('precondition')
    const before = await rowOf(id)
    expect(reasonOf(await post('upgradeVersion/save', { ...fixed, notesEn: 'Better words' }))).toBe('ok')
    expect(await rowOf(id)).toMatchObject({ ...before, notes_en: 'Better words', version: 4, updated_at: expect.any(String) })
    expect(reasonOf(await post('upgradeVersion/delete', { id }))).toBe('wrongState')
    expect(await releasedEdition(server.db, id)).toMatchObject({ id, state: 'released', modelCode: 'FW-detector' })
    expect(reasonOf(await post('upgradeVersion/withdraw', { id, reason: ' ' }))).not.toBe('ok')
    expect(reasonOf(await post('upgradeVersion/withdraw', { id, reason: 'Sirens stay silent' }))).toBe('ok')
    expect(reasonOf(await post('upgradeVersion/withdraw', { id, reason: 'Again' }))).toBe('wrongState')
    expect(reasonOf(await post('upgradeVersion/release', { id }))).toBe('wrongState')
    expect((await releasedEditions(server.db, models.detector, null)).map((each) => each.id)).not.toContain(id)
    expect(await releasedEdition(server.db, id)).toMatchObject({ state: 'withdrawn' })
    const verbs = ['create', 'update', 'issue', 'update', 'withdraw'].map((verb) => `firmwareEdition.${verb}`)
    expect(await verbsOf('firmware_edition', id)).toEqual(verbs)
    expect(await get('upgradeVersion/detail', { id })).toMatchObject({
      state: 'withdrawn',
      reason: 'Sirens stay silent',
      attachments: [{ id: attachment }],
    })
  })

  test('exists once per model, hardware, version and package, however it is written', async () => {
    await save({ editionVersion: '3.1.7', hardware: 'B' })
    expect(reasonOf(await post('upgradeVersion/save', await draft({ editionVersion: '3.1.007', hardware: 'b' })))).toBe(
      'duplicate',
    )
    // Nor with another initial version: it would be unclear which of the two a device gets.
    const other = await draft({ editionVersion: '3.1.7', hardware: 'B', initialVersion: '3.0.0' })
    expect(reasonOf(await post('upgradeVersion/save', other))).toBe('duplicate')
    await save({ editionVersion: '3.1.7', hardware: 'C' })
    await save({ editionVersion: '3.1.7', hardware: 'B', package: 'delta', initialVersion: '3.1.0' })
    await save({ editionVersion: '3.1.7', hardware: 'B', package: 'delta', initialVersion: '3.1.1' })
  })

  test('a delta names the version that it installs over, and none installs over a newer one', async () => {
    for (const wrong of [
      { package: 'delta' },
      { initialVersion: '5.0.0', editionVersion: '5.0.0' },
      { initialVersion: '5.0.001', editionVersion: '5.0.0' },
    ]) {
      const answer = await post('upgradeVersion/save', await draft(wrong))
      expect(reasonOf(answer)).toBe('precondition')
      expect(answer.data).toMatchObject({ fields: [{ field: 'initialVersion' }] })
    }
  })

  test('a deleted draft and a replaced file leave nothing on disk', async () => {
    const before = storedFiles()
    const input = await draft()
    const { id } = (await post('upgradeVersion/save', input)).data as { id: number }
    await post('upgradeVersion/save', { ...input, id, version: 1, fileId: await stored() })
    expect(storedFiles()).toHaveLength(before.length + 1)
    expect(reasonOf(await post('upgradeVersion/delete', { id }))).toBe('ok')
    expect(storedFiles()).toEqual(before)
    expect(await verbsOf('firmware_edition', id)).toContain('firmwareEdition.del')
    expect(reasonOf(await server.call('GET', 'web/upgradeVersion/detail', { id }, token))).toBe('notFound')
  })

  test('shows how devices reach it, and which have it', async () => {
    await withKey()
    const { companies } = server.world
    const owner = { company_id: companies.north.id, path: companies.north.path, model_id: models.gateway }
    for (const [code, version] of [
      ['FWG1', '1.0.0'],
      ['FWG2', '1.3.000'],
      ['FWG3', null],
      ['FWG4', 'v2-beta'],
    ] as const)
      await server.db
        .insertInto('gateway')
        .values({ ...owner, code, name: code, secret_hash: randomBytes(32), firmware: version })
        .execute()
    const step = await save({ modelId: models.gateway, editionVersion: '1.2.0' })
    const id = await save({ modelId: models.gateway, editionVersion: '1.3.0', initialVersion: '1.2.0' })
    for (const each of [step, id]) await post('upgradeVersion/release', { id: each })
    expect(await get('upgradeVersion/detail', { id })).toMatchObject({
      targetType: 'gateway',
      installed: 1,
      routes: [
        { from: '1.3.000', count: 1, steps: [], downgrade: false },
        { from: '1.2.0', count: 0, steps: [{ id }] },
        { from: '1.0.0', count: 1, steps: [{ id: step }, { id }], downgrade: false },
        { from: null, count: 2, steps: [{ id: step }, { id }], downgrade: true },
      ],
    })
    expect(await get('upgradeVersion/devices', { id })).toMatchObject({ total: 1, list: [{ code: 'FWG2' }] })
    expect(await get('upgradeVersion/version', { modelId: models.gateway })).toMatchObject({ next: '1.3.001' })
    const north = await server.tokenOf(server.world.accounts.northAdmin)
    const hidden = await save({ modelId: models.gateway, editionVersion: '1.4.0' })
    const seen = await server.call('GET', 'web/upgradeVersion/version', { modelId: models.gateway }, north)
    expect((seen.data as { list: { id: number }[] }).list.map((each) => each.id)).toEqual([id, step])
    expect(hidden).toBeGreaterThan(id)
    expect(reasonOf(await server.call('GET', 'web/upgradeVersion/page', {}, north))).toBe('noAccess')
    const page = (await get('upgradeVersion/page', { modelId: models.gateway, editionVersion: '1.3.000' })) as { list: object[] }
    expect(page.list).toMatchObject([{ id, installed: 1, signable: true }])
  })
})

describe('a wrong file is refused, and nothing of it is kept', () => {
  const binary = randomBytes(3_000)
  const after = (head: string) => Buffer.concat([Buffer.from(head, 'latin1'), binary])
  /** 64 MB of zeros, in a few bytes. */
  const zeros = Buffer.alloc(67_108_864)
  const tar = Buffer.alloc(1_024)
  tar.write('firmware.bin')
  tar.write('ustar', 257)
  const uploads: [string, () => Buffer | Promise<Buffer>, ErrorName][] = [
    ['nothing at all', () => Buffer.alloc(0), 'precondition'],
    ['a text', () => Buffer.from('firmware 1.2.3'), 'fileType'],
    ['a page', () => Buffer.from('<!doctype html><p>404'), 'fileType'],
    ['a page with bytes of a program behind it', () => after('<html>'), 'fileType'],
    ['a text in UTF-16', () => Buffer.from('\ufeffversion=1', 'utf16le'), 'fileType'],
    ['a PNG', () => png(20, 20), 'fileType'],
    ['a broken JPEG', () => after('\xff\xd8\xff\xe0'), 'fileType'],
    ['a GIF', () => after('GIF89a'), 'fileType'],
    ['a PDF', () => after('%PDF-1.7'), 'fileType'],
    ['a document of Word', () => after('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'fileType'],
    ['a ZIP', () => zipOf({ 'firmware.bin': binary }), 'fileType'],
    ['half a ZIP', () => zipOf({ 'firmware.bin': binary }).subarray(0, 200), 'fileType'],
    ['a ZIP bomb', () => zipOf({ 'firmware.bin': { data: zeros } }), 'fileType'],
    ['a GZIP bomb', () => gzipSync(zeros), 'fileType'],
    ['a 7-Zip archive', () => after('7z\xbc\xaf\x27\x1c'), 'fileType'],
    ['a RAR archive', () => after('Rar!\x1a\x07\x01\0'), 'fileType'],
    ['an XZ archive', () => after('\xfd7zXZ\0'), 'fileType'],
    ['a TAR archive', () => tar, 'fileType'],
    ['a program for Windows', () => after('MZ\x90\0'), 'fileType'],
    ['a script', () => after('#!/bin/sh\n'), 'fileType'],
    ['one that is too large', () => firmware(32 * 1_048_576), 'fileTooLarge'],
  ]
  test.each(uploads)('%s', async (what, bytes, reason) => {
    const before = storedFiles()
    const answer = await upload(await bytes())
    expect(reasonOf(answer)).toBe(reason)
    expect(answer.msg.length).toBeGreaterThan(10)
    // Each text once in Chinese, because uploads are rate-limited.
    const isFirst = uploads.find(([, , each]) => each === reason)?.[0] === what
    if (isFirst) expect((await upload(await bytes(), 'firmware', 'zh')).msg).toMatch(/[\u4e00-\u9fff]{3}/)
    expect(storedFiles()).toEqual(before)
  })
  test('compressed data without a signature of its format counts as plain bytes', async () => {
    expect((await upload(deflateRawSync(binary))).success).toBe(true)
  })
  const maker = generateKeyPairSync('ed25519')
  const signed = (bytes: Buffer, key = maker.privateKey) =>
    sign(null, createHash('sha256').update(bytes).digest(), key).toString('base64')
  const refused = async (more: Record<string, unknown>) => {
    const before = storedFiles().length
    const answer = await post('upgradeVersion/save', await draft(more))
    expect(answer).toMatchObject({ status: 409, data: { fields: [{ field: 'fileId' }] } })
    // The upload was deleted too.
    expect(storedFiles()).toHaveLength(before - (more['fileId'] === undefined ? 0 : 1))
    return answer.msg
  }
  test('a truncated one, by the SHA-256 that its maker states', async () => {
    const bytes = firmware()
    const expectedSha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await refused({ fileId: await stored(bytes.subarray(0, 1_500)), expectedSha256 })).toContain('SHA-256')
    await save({ fileId: await stored(bytes), expectedSha256: expectedSha256.toUpperCase() })
  })
  test('one for another model', async () => {
    const bytes = firmware()
    await save({ fileId: await stored(bytes) })
    expect(await refused({ fileId: await stored(bytes), modelId: models.other })).toContain('Model detector')
  })
  test('one with another maker’s signature', async () => {
    const bytes = firmware()
    const { x = '' } = maker.publicKey.export({ format: 'jwk' })
    const maker_key = Buffer.from(x, 'base64url').toString('base64')
    await server.db.updateTable('device_model').set({ maker_key }).where('id', '=', models.other).execute()
    const wrong = [signed(bytes, generateKeyPairSync('ed25519').privateKey), signed(firmware())]
    for (const makerSignature of wrong)
      expect(await refused({ fileId: await stored(bytes), modelId: models.other, makerSignature })).toContain('signature')
    await save({ fileId: await stored(bytes), modelId: models.other, makerSignature: signed(bytes) })
    // A signature that nobody can check must not pass as checked.
    const unchecked = await post('upgradeVersion/save', await draft({ makerSignature: signed(bytes) }))
    expect(unchecked.data).toMatchObject({ fields: [{ field: 'makerSignature' }] })
  })
  test('somebody else’s upload, or an attachment, is not firmware', async () => {
    const attachment = await stored(Buffer.from('%PDF-1.7'), 'attachment')
    expect(reasonOf(await post('upgradeVersion/save', await draft({ fileId: attachment })))).toBe('noAccess')
  })
})
