import { newInstallsPerDay, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf } from '../../../testing/images.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { refusal } from '../../notify/duty/duty.fixture.ts'
import { branding } from '../session/session.reads.ts'
import { apkOf, newSigningKey, type ApkOptions, type SigningKey } from './apk.fixture.ts'
import { pageVersions, versionDetail } from './app-version.reads.ts'
import { createVersion, removeVersion, updateVersion } from './app-version.verbs.ts'
import { downloadVersion, isDrawn, newestAppUrl, nextVersion, offeredVersions } from './offered-versions.ts'
import { examineApk } from './uploaded-apk.ts'
import { forgetInstalls } from './app-install.verbs.ts'
import { publishVersion, withdrawVersion } from './app-version-release.verbs.ts'

type Create = InputOf<typeof endpoints.appVersion.create>

let world: TestWorld
let siter: Ctx
let anybody: Ctx
let key: SigningKey
let otherKey: SigningKey

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  const { systemCtx } = world
  anybody = { ...systemCtx, db: systemCtx.db, actor: { ...systemCtx.actor, accountType: 'unauthenticated' } }
  key = newSigningKey()
  otherKey = newSigningKey()
})
afterAll(() => world.stop())

const apk = (options: Partial<ApkOptions> = {}, ctx = siter): Promise<string> =>
  upload(ctx, { purpose: 'apk' }, uploadOf(apkOf({ key, ...options }), 'admin.apk'))
const draft = (more: Partial<Create>): Create => ({
  app: 'admin',
  platform: 'android',
  versionNumber: '1.0.001',
  notesZh: '修复问题',
  notesEn: 'Mended',
  upgradeMethod: 'optional',
  appTarget: 'all',
  ...more,
})
/** A draft, with an APK that matches it. */
const made = async (
  versionNumber: string,
  versionCode: number,
  more: Partial<Create> = {},
  options: Partial<ApkOptions> = {},
) => {
  const packageName = more.app === 'user' ? 'com.example.user' : 'com.example.admin'
  const fileId = await apk({ packageName, versionName: versionNumber, versionCode, ...options })
  return (await createVersion(siter, draft({ versionNumber, fileId, ...more }))).id
}
const published = async (...args: Parameters<typeof made>): Promise<number> => {
  const id = await made(...args)
  await publishVersion(siter, { id })
  return id
}
const ask = (more: Partial<InputOf<typeof endpoints.appVersion.query>> = {}) =>
  nextVersion(anybody, { app: 'user', platform: 'android', version: '0.0.001', installId: 'install-1', language: 'en', ...more })
const lastAudit = () => world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('the facts read from an APK are stored, and each step leaves an audit row and a live event', async () => {
  const fileId = await apk({ versionName: '1.0.001', versionCode: 7 })
  const found = await examineApk(siter, { app: 'admin', fileId })
  expect(found).toMatchObject({
    packageName: 'com.example.admin',
    versionNumber: '1.0.001',
    versionCode: 7,
    minSdk: 24,
    problems: [],
  })
  const { id } = await createVersion(siter, draft({ fileId }))
  expect(await lastAudit()).toMatchObject({ action: 'appVersion.create', object_id: String(id) })
  expect(await versionDetail(siter, { id })).toMatchObject({
    packageName: 'com.example.admin',
    versionCode: 7,
    sha256: found.sha256,
    certificates: found.certificates,
    signedBy: ['v2', 'v3'],
    fileName: 'admin.apk',
    state: 'draft',
  })
  expect(await newestAppUrl(world.db, { app: 'admin' })).toBeNull()
  expect((await branding(anybody, {})).appDownloadUrl).toBeNull()
  expect(await refusal(downloadVersion(anybody, { file: fileId }))).toMatchObject({ reason: 'notFound' })

  await publishVersion(siter, { id })
  expect(await lastAudit()).toMatchObject({ action: 'appVersion.issue', changes: { state: ['draft', 'published'] } })
  expect(await newestAppUrl(world.db, { app: 'admin' })).toBe(`web/app/version/download?file=${fileId}`)
  expect((await branding(anybody, {})).appDownloadUrl).toBe('web/app/download/admin')
  const file = await downloadVersion(anybody, { file: fileId })
  expect(file).toMatchObject({ name: 'admin-1.0.001.apk', size: found.size, public: false })
  // A phone resumes where its connection broke.
  file.stream.destroy()
  expect(file.part && (await buffer(file.part({ start: 2, end: 3 }))).toString('hex')).toBe('0304')

  expect(await refusal(withdrawVersion(siter, { id, reason: ' ' }))).toMatchObject({ reason: 'reasonRequired' })
  await withdrawVersion(siter, { id, reason: 'Crashes at the start' })
  expect(await lastAudit()).toMatchObject({ action: 'appVersion.withdraw', changes: { state: ['published', 'withdrawn'] } })
  expect(await refusal(downloadVersion(anybody, { file: fileId }))).toMatchObject({ reason: 'notFound' })
  expect(await newestAppUrl(world.db, { app: 'admin' })).toBeNull()
  const events = await world.db.selectFrom('live_event').select('change').where('kind', '=', 'appVersion').orderBy('id').execute()
  expect(events.map(({ change }) => change)).toEqual(['created', 'published', 'withdrawn'])
})

test('a version must follow those published before, including withdrawn ones', async () => {
  const attempt = async (
    versionNumber: string,
    versionCode: number,
    options: Partial<ApkOptions> = {},
    more: Partial<Create> = {},
  ) => refusal(made(versionNumber, versionCode, more, options))
  expect(await attempt('1.0.002', 8, { versionName: '1.0.003' })).toMatchObject({
    reason: 'precondition',
    field: 'versionNumber',
  })
  expect(await attempt('1.0.002', 8, {}, { versionCode: 9 })).toMatchObject({ reason: 'precondition', field: 'versionCode' })
  expect(await attempt('1.0.002', 7)).toMatchObject({
    field: 'fileId',
    params: { reason: expect.stringContaining('higher than 7') },
  })
  expect(await attempt('0.9.000', 9)).toMatchObject({ field: 'versionNumber' })
  expect(await attempt('1.0.002', 8, { packageName: 'com.example.other' })).toMatchObject({
    field: 'fileId',
    params: { reason: expect.stringContaining('com.example.admin') },
  })
  expect(await attempt('1.0.002', 8, { key: otherKey })).toMatchObject({
    field: 'fileId',
    params: { reason: expect.stringContaining('another certificate') },
  })
  expect(await attempt('1.0.002', 8, { packageName: 'com.example.admin' }, { app: 'user' })).toMatchObject({
    params: { reason: expect.stringContaining('other app') },
  })
  const changed = await made('1.0.002', 8, { keyChanged: true }, { key: otherKey })
  expect(await lastAudit()).toMatchObject({ changes: { key_changed: [null, true] } })
  // Of two valid drafts, the second is checked again when it is published.
  const rival = await made('1.0.003', 8)
  await publishVersion(siter, { id: changed })
  expect(await refusal(publishVersion(siter, { id: rival }))).toMatchObject({ reason: 'precondition' })
  await removeVersion(siter, { id: rival })
  expect(await lastAudit()).toMatchObject({ action: 'appVersion.del' })
})

test('wrong files and wrong inputs are refused at their field, in both languages', async () => {
  const wrongFile = await apk({ schemes: [] })
  const attempt = (more: Partial<Create>, ctx = siter) =>
    refusal(createVersion(ctx, draft({ versionNumber: '9.0.001', ...more })))
  expect(await attempt({ fileId: wrongFile })).toMatchObject({
    field: 'fileId',
    params: { reason: expect.stringContaining('not signed') },
  })
  const zh = await world.ctxOf(world.accounts.siterAdmin, 'zh')
  // It was deleted, and the next attempt has chosen another file.
  expect(await lastAudit()).toMatchObject({ action: 'file.del', object_id: wrongFile })
  expect(existsSync(siter.files.pathOf(wrongFile))).toBe(false)
  const another = await apk({ schemes: [] })
  expect(await attempt({ fileId: another }, zh)).toMatchObject({ params: { reason: expect.stringContaining('未签名') } })
  const looked = await apk({ schemes: [] })
  expect(await refusal(examineApk(siter, { app: 'admin', fileId: looked }))).toMatchObject({
    reason: 'precondition',
    field: 'fileId',
  })
  expect(existsSync(siter.files.pathOf(looked))).toBe(false)
  const photo = await upload(siter, { purpose: 'attachment' }, uploadOf('no app', 'a.txt'))
  expect(await attempt({ fileId: photo })).toMatchObject({ reason: 'fileType', field: 'fileId' })
  expect(await attempt({})).toMatchObject({ field: 'fileId' })
  expect(await attempt({ storeUrl: 'https://store.example.com/a' })).toMatchObject({ field: 'versionCode' })
  expect(await attempt({ storeUrl: 'https://store.example.com/a', fileId: wrongFile })).toMatchObject({ field: 'storeUrl' })
  expect(await attempt({ platform: 'ios' })).toMatchObject({ field: 'storeUrl' })
  expect(await attempt({ platform: 'ios', fileId: wrongFile })).toMatchObject({ field: 'fileId' })
  const ios = { platform: 'ios', storeUrl: 'https://store.example.com/a' } as const
  expect(await attempt({ ...ios, appTarget: 'company' })).toMatchObject({ field: 'companyIds' })
  expect(await attempt({ ...ios, appTarget: 'rollout' })).toMatchObject({ field: 'rolloutPercent' })
  expect(await attempt({ ...ios, minSupported: '9.0.002' })).toMatchObject({ field: 'minSupported' })
  expect(await attempt({ ...ios, notesEn: '  ' })).toMatchObject({ field: 'notesEn' })
  // A distributor's upload does not belong to the operating company.
  const foreign = await apk(
    { versionName: '9.0.001', versionCode: 900, key: otherKey },
    await world.ctxOf(world.accounts.northAdmin),
  )
  expect(await attempt({ fileId: foreign })).toMatchObject({ reason: 'noAccess' })
  for (const [bytes, reason] of [
    [Buffer.alloc(0), 'precondition'],
    [Buffer.from('PK\x03\x04 and nothing else'), 'fileType'],
  ] as const)
    expect(await refusal(upload(siter, { purpose: 'apk' }, uploadOf(bytes, 'wrong.apk')))).toMatchObject({ reason })
})

test('each app has its own page', async () => {
  const only = {
    ...siter,
    actor: { ...siter.actor, operations: new Set([...siter.actor.operations].filter((code) => code !== 'adminApp:view')) },
  }
  expect(await refusal(pageVersions(only, { app: 'admin' }))).toMatchObject({ reason: 'noAccess' })
  expect((await pageVersions(only, { app: 'user' })).list).toEqual([])
  const [row] = (await pageVersions(siter, { app: 'admin' })).list
  expect(await refusal(versionDetail(only, { id: row?.id ?? 0 }))).toMatchObject({ reason: 'noAccess' })
  expect(await refusal(withdrawVersion(only, { id: row?.id ?? 0, reason: 'x' }))).toMatchObject({ reason: 'noAccess' })
})

test('an app is offered the newest version intended for it, and learns nothing else', async () => {
  expect(await ask()).toEqual({ update: null })
  const first = await published('2.0.001', 21, { app: 'user', minSupported: '1.5.000' })
  const { update } = await ask({ language: 'zh' })
  expect(Object.keys(update ?? {}).sort()).toEqual([
    'notes',
    'sha256',
    'size',
    'store',
    'upgradeMethod',
    'url',
    'version',
    'versionCode',
  ])
  expect(update).toMatchObject({ version: '2.0.001', upgradeMethod: 'forced', notes: '修复问题', store: false })
  expect((await ask({ version: '1.5.000' })).update?.upgradeMethod).toBe('optional')
  expect((await ask({ version: '2.0.001' })).update).toBeNull()
  expect((await ask({ version: '1.9.000', versionCode: 21 })).update).toBeNull()
  expect((await ask({ platform: 'ios' })).update).toBeNull()

  const { north, northAgent, south } = world.companies
  const codeOf = async (id: number) =>
    (await world.db.selectFrom('company').select('org_code').where('id', '=', id).executeTakeFirstOrThrow()).org_code
  await published('2.1.001', 22, { app: 'user', appTarget: 'company', companyIds: [north.id], upgradeMethod: 'silent' })
  for (const [company, version] of [
    [north.id, '2.1.001'],
    [northAgent.id, '2.1.001'],
    [south.id, '2.0.001'],
  ] as const)
    expect((await ask({ companyCode: await codeOf(company), version: '1.9.000' })).update?.version).toBe(version)
  expect((await ask({ companyCode: 'nobody', version: '1.9.000' })).update?.version).toBe('2.0.001')
  // A path starting with the same digits belongs to another company.
  const { path } = await world.db.selectFrom('company').select('path').where('id', '=', north.id).executeTakeFirstOrThrow()
  const offeredFor = async (company: string) =>
    (await offeredVersions(world.db, 'user', ['android'], company)).map(({ version_number: number }) => number)
  expect(await offeredFor(`${path}7`)).toEqual(['2.0.001'])
  expect(await offeredFor(`${path}.7`)).toEqual(['2.1.001', '2.0.001'])

  const third = await published('2.2.001', 23, { app: 'user', appTarget: 'rollout', rolloutPercent: 20 })
  const names = Array.from({ length: 300 }, (_none, index) => `install-${index}`)
  const reached = async () => {
    const answers = await Promise.all(names.map((installId) => ask({ installId, version: '2.0.001', versionCode: 21 })))
    return new Set(names.filter((_name, index) => answers[index]?.update?.version === '2.2.001'))
  }
  const before = await reached()
  expect([before.size > 30, before.size < 90]).toEqual([true, true])
  const row = await versionDetail(siter, { id: third })
  await updateVersion(siter, {
    id: third,
    version: row.version,
    versionNumber: '2.2.001',
    notesZh: '修复',
    notesEn: 'Mended',
    upgradeMethod: 'optional',
    appTarget: 'rollout',
    rolloutPercent: 60,
  })
  const after = await reached()
  expect(after.size).toBeGreaterThan(before.size)
  for (const name of before) expect(after.has(name)).toBe(true)
  expect(names.filter((name) => isDrawn(name, third, 100))).toHaveLength(names.length)

  // A phone that asks counts for its version, once, for thirty days.
  expect((await versionDetail(siter, { id: first })).activeInstalls).toBe(300)
  world.clock.forward(31 * 86_400_000)
  await forgetInstalls(world.systemCtx)
  expect((await versionDetail(siter, { id: first })).activeInstalls).toBe(0)
  expect(await world.db.selectFrom('app_install').selectAll().execute()).toEqual([])
  await withdrawVersion(siter, { id: third, reason: 'Too slow' })
  expect((await ask({ version: '2.0.001', versionCode: 21 })).update).toBeNull()
})

test('new installations per address and day are limited in the counts; all of them are answered', async () => {
  const from = (ip: string, installId: string, version = '0.0.001') =>
    nextVersion({ ...anybody, origin: { ...anybody.origin, ip } }, { app: 'user', platform: 'android', version, installId })
  const installs = async () => {
    const rows = await world.db.selectFrom('app_install').select(['version_number', 'address']).execute()
    return { count: rows.length, addresses: new Set(rows.map(({ address }) => address)) }
  }
  await world.db.deleteFrom('app_install').execute()
  await from('203.0.113.7', 'known')
  await sql`
    insert into app_install (app, platform, install_hash, version_number, asked_at, first_asked_at, address)
    select app, platform, decode(md5(n::text), 'hex'), version_number, asked_at, first_asked_at, address
      from app_install, generate_series(1, ${newInstallsPerDay - 2}::int) n`.execute(world.db)
  await from('203.0.113.7', 'the last')
  expect((await installs()).count).toBe(newInstallsPerDay)
  expect(await from('203.0.113.7', 'one more')).toHaveProperty('update')
  expect((await installs()).count).toBe(newInstallsPerDay)
  // A known phone is updated, and other addresses have their own limit; an IPv6 network counts as one address.
  await from('203.0.113.7', 'known', '0.0.002')
  expect(
    await world.db.selectFrom('app_install').where('version_number', '=', '0.0.002').select('asked_at').execute(),
  ).toHaveLength(1)
  await from('2001:db8::1', 'elsewhere')
  expect(await installs()).toEqual({ count: newInstallsPerDay + 1, addresses: new Set(['2001:db8:0:0', '203.0.113.7']) })
  world.clock.forward(86_400_001)
  await forgetInstalls(world.systemCtx)
  expect((await installs()).addresses).toEqual(new Set([null]))
  await from('203.0.113.7', 'one more')
  expect((await installs()).count).toBe(newInstallsPerDay + 2)
})

test('for a store version, the app and the sign-in page’s QR code lead to the store', async () => {
  const storeUrl = 'https://store.example.com/admin'
  await published0({ app: 'admin', platform: 'ios', versionNumber: '3.0.001', storeUrl })
  expect(await ask({ app: 'admin', platform: 'ios' })).toMatchObject({
    update: { url: storeUrl, store: true, sha256: null, size: null },
  })
  expect(await newestAppUrl(world.db, { app: 'admin', platform: 'ios' })).toBe(storeUrl)
})
const published0 = async (more: Partial<Create>): Promise<void> => {
  const { id } = await createVersion(siter, draft(more))
  await publishVersion(siter, { id })
}

test('of a published version only how it is offered can change, of a withdrawn one nothing', async () => {
  const id = await published('4.0.001', 40, { app: 'user' })
  const row = await versionDetail(siter, { id })
  const offer = { id, version: row.version, notesZh: '新', notesEn: 'New', upgradeMethod: 'forced', appTarget: 'all' } as const
  expect(await refusal(updateVersion(siter, { ...offer, versionNumber: '4.0.002' }))).toMatchObject({ reason: 'wrongState' })
  await updateVersion(siter, { ...offer, versionNumber: '4.0.001' })
  expect(await lastAudit()).toMatchObject({ action: 'appVersion.update', changes: { upgrade_method: ['optional', 'forced'] } })
  expect(await refusal(updateVersion(siter, { ...offer, versionNumber: '4.0.001' }))).toMatchObject({ reason: 'staleVersion' })
  expect(await refusal(removeVersion(siter, { id }))).toMatchObject({ reason: 'wrongState' })
  expect(await refusal(publishVersion(siter, { id }))).toMatchObject({ reason: 'wrongState' })
  await withdrawVersion(siter, { id, reason: 'Replaced' })
  const again = { ...offer, versionNumber: '4.0.001' }
  const steps = [
    () => publishVersion(siter, { id }),
    () => withdrawVersion(siter, { id, reason: 'x' }),
    () => updateVersion(siter, again),
  ]
  for (const step of steps) expect(await refusal(step())).toMatchObject({ reason: 'wrongState' })
})

test('a draft can be edited completely; its file is read again only if it is replaced', async () => {
  const id = await made('5.0.001', 50, { app: 'user' })
  const { version, fileId } = await versionDetail(siter, { id })
  const rest = { id, notesZh: '新', notesEn: 'New', upgradeMethod: 'optional', appTarget: 'all' } as const
  const same = { ...rest, version, ...(fileId === null ? {} : { fileId }) }
  expect(await refusal(updateVersion(siter, { ...same, versionNumber: '5.0.002' }))).toMatchObject({ field: 'versionNumber' })
  await updateVersion(siter, { ...same, versionNumber: '5.0.001' })
  const other = await apk({ packageName: 'com.example.user', versionName: '5.0.002', versionCode: 51 })
  await updateVersion(siter, { ...rest, version: version + 1, fileId: other, versionNumber: '5.0.002' })
  expect(await versionDetail(siter, { id })).toMatchObject({ versionCode: 51, fileId: other, versionNumber: '5.0.002' })
  expect(await refusal(createVersion(siter, draft({ app: 'user', versionNumber: '5.0.002', fileId: other })))).toMatchObject({
    reason: 'duplicate',
  })
})
