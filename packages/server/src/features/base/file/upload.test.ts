import { limits } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { transact } from '../../../platform/transact.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { pixelBomb, png, squarePng, uploadOf, webm } from '../../../testing/images.ts'
import { addPlainRow } from '../../../testing/plain-row.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { writeWorkbook } from '../../../testing/workbook.ts'
import { attachFiles, publishFiles, upload } from './file.verbs.ts'
import { fileReferences } from './file-references.ts'
import { readFile } from './file.reads.ts'
import { fileById } from './file.store.ts'
import type { Purpose } from './purposes.ts'
import { removeUnused } from './clean-up.ts'

let world: TestWorld
let north: Ctx

beforeAll(async () => {
  world = await testWorld({ ATTACHMENT_LIMIT_MB: '2', FIRMWARE_LIMIT_MB: '1' })
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const tryUpload = (purpose: Purpose, bytes: Buffer | string, name?: string, ctx = north): Promise<string> =>
  upload(ctx, { purpose }, uploadOf(bytes, name)).then(
    () => 'ok',
    (error: Error) => error.message,
  )
const store = (purpose: Purpose, bytes: Buffer | string, name?: string, ctx = north): Promise<string> =>
  upload(ctx, { purpose }, uploadOf(bytes, name))
const storedFiles = (): string[] => {
  const dir = join(north.config.dataDir, 'files')
  const names = existsSync(dir) ? readdirSync(dir, { recursive: true }).map(String) : []
  return names.filter((name) => name.includes('/'))
}

/** The beginning of a file in an MP4-like container. */
const packed = (brand: string): Buffer => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1')

/** A ZIP file with one stored entry. */
const zipWith = (name: string): Buffer => {
  const label = Buffer.from(name)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(label.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(label.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + label.length, 12)
  end.writeUInt32LE(local.length + label.length, 16)
  return Buffer.concat([local, label, entry, label, end])
}

describe('content decides, not the name', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each<[string, Purpose, () => Buffer | string | Promise<Buffer>, string]>([
    ['a PNG', 'avatar', () => squarePng(50), 'ok'],
    [
      'a JPEG',
      'photo',
      async () =>
        sharp(await png(80, 40))
          .jpeg()
          .toBuffer(),
      'ok',
    ],
    [
      'a GIF',
      'photo',
      async () =>
        sharp(await png(80, 40))
          .gif()
          .toBuffer(),
      'ok',
    ],
    [
      'a WebP',
      'photo',
      async () =>
        sharp(await png(80, 40))
          .webp()
          .toBuffer(),
      'fileType',
    ],
    ['an SVG', 'logo', () => svg, 'fileType'],
    ['HTML', 'photo', () => '<html><script>alert(1)</script></html>', 'fileType'],
    [
      'HTML behind a PNG’s first bytes',
      'photo',
      () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'),
      'fileType',
    ],
    [
      'half a PNG',
      'photo',
      async () =>
        (
          await sharp({
            create: {
              width: 300,
              height: 300,
              channels: 3,
              background: '#fff',
              noise: { type: 'gaussian', mean: 90, sigma: 40 },
            },
          })
            .png()
            .toBuffer()
        ).subarray(0, 9_000),
      'fileType',
    ],
    ['a pixel bomb', 'photo', pixelBomb, 'imageShape'],
    ['a photo of a telephone', 'photo', () => png(4_080, 3_072), 'ok'],
    ['a photo of 24 megapixels', 'photo', () => png(6_000, 4_000), 'imageShape'],
    ['a background of 4K', 'loginBackground', () => png(3_840, 2_160), 'ok'],
    ['a logo of 4K', 'logo', () => png(3_840, 2_160), 'ok'],
    ['nothing', 'photo', () => '', 'precondition'],
    ['nothing', 'firmware', () => '', 'precondition'],
    ['an oblong', 'avatar', () => png(80, 60), 'imageShape'],
    ['49 pixels', 'avatar', () => squarePng(49), 'imageShape'],
    ['200 pixels', 'deviceImage', () => squarePng(200, '#ffffff'), 'imageShape'],
    ['a banner', 'logo', () => png(400, 100), 'ok'],
    ['a square', 'logo', () => squarePng(100), 'ok'],
    ['a banner', 'collapsedLogo', () => png(200, 50), 'ok'],
    ['a logo of 24 megapixels', 'logo', () => png(6_000, 4_000), 'imageShape'],
    ['a square', 'collapsedLogo', () => squarePng(64), 'ok'],
    ['a small background', 'loginBackground', () => png(192, 108), 'ok'],
    ['a portrait', 'loginBackground', () => png(100, 200), 'ok'],
    ['201 pixels on white', 'deviceImage', () => squarePng(201, '#f4f4f4'), 'ok'],
    ['a blue background', 'deviceImage', () => squarePng(201), 'imageShape'],
    ['an APK', 'apk', () => zipWith('AndroidManifest.xml'), 'ok'],
    ['another ZIP', 'apk', () => zipWith('readme.txt'), 'fileType'],
    ['a ZIP without an end', 'attachment', () => Buffer.from('PK\x03\x04 and nothing more', 'latin1'), 'fileType'],
    ['a binary', 'firmware', () => deflateSync('firmware'), 'ok'],
    ['a page', 'firmware', () => '<html></html>', 'fileType'],
    ['a PDF', 'attachment', () => '%PDF-1.7 …', 'ok'],
    ['a binary', 'attachment', () => deflateSync('anything'), 'fileType'],
    ['an MP4', 'video', () => packed('isom'), 'ok'],
    ['a WebM', 'video', () => webm, 'ok'],
    ['another film', 'video', () => Buffer.from('\x1a\x45\xdf\xa3\x42\x82\x88matroska', 'latin1'), 'fileType'],
    ['a telephone’s picture', 'video', () => packed('heic'), 'fileType'],
    ['a telephone’s picture', 'attachment', () => packed('heic'), 'ok'],
    ['a PNG', 'video', () => png(40, 30), 'fileType'],
    ['an MP4', 'photo', () => packed('isom'), 'fileType'],
    ['a CSV', 'import', () => '名称,phone\n', 'ok'],
    ['a workbook', 'import', () => writeWorkbook([['a']]), 'ok'],
    ['a PDF', 'import', () => '%PDF-1.7 …', 'fileType'],
  ])('%s as %s', async (_what, purpose, make, result) => {
    const before = storedFiles().length
    expect(await tryUpload(purpose, await make(), 'picture.png')).toBe(result)
    expect(storedFiles()).toHaveLength(before + (result === 'ok' ? 1 : 0))
  })
})

test('sizes are limited by purpose, and refused files leave nothing behind', async () => {
  const before = storedFiles().length
  expect(await tryUpload('photo', Buffer.alloc(limits.imageBytes + 1))).toBe('fileTooLarge')
  expect(await tryUpload('firmware', Buffer.alloc(1_048_577))).toBe('fileTooLarge')
  expect(await tryUpload('video', Buffer.concat([webm, Buffer.alloc(limits.videoBytes)]))).toBe('fileTooLarge')
  expect(await tryUpload('attachment', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(2_097_152)]))).toBe('fileTooLarge')
  expect(storedFiles()).toHaveLength(before)
})

test('an image without a purpose is limited to 1 MB, any other file like an attachment', async () => {
  const noise = await sharp(randomBytes(700 * 700 * 3), { raw: { width: 700, height: 700, channels: 3 } })
    .png()
    .toBuffer()
  expect(noise.length).toBeGreaterThan(limits.imageBytes)
  const before = storedFiles().length
  await expect(upload(north, {}, uploadOf(noise))).rejects.toMatchObject({
    reason: 'fileTooLarge',
    params: { limit: 1 },
    field: 'file',
  })
  expect(storedFiles()).toHaveLength(before)
  const pdf = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(limits.imageBytes)])
  expect(await fileById(world.db, await upload(north, {}, uploadOf(pdf, 'a.pdf')))).toMatchObject({ purpose: 'attachment' })
  expect(await fileById(world.db, await upload(north, {}, uploadOf(await png(9, 9))))).toMatchObject({ purpose: 'attachment' })
  expect(await tryUpload('attachment', noise)).toBe('ok')
})

test('an interrupted upload leaves nothing behind', async () => {
  const before = storedFiles().length
  const { stream } = uploadOf(Buffer.alloc(200_000))
  stream.once('data', () => stream.destroy(new Error('connection lost')))
  stream.pause()
  await expect(upload(north, { purpose: 'photo' }, { name: 'x', stream })).rejects.toThrow('connection lost')
  expect(storedFiles()).toHaveLength(before)
})

test('some purposes are not for customers and users', async () => {
  const customer = await world.ctxOf(world.accounts.northCustomer)
  expect(await tryUpload('apk', zipWith('AndroidManifest.xml'), undefined, customer)).toBe('noAccess')
  expect(await tryUpload('logo', await squarePng(60), undefined, customer)).toBe('noAccess')
  expect(await tryUpload('avatar', await squarePng(60), undefined, customer)).toBe('ok')
})

test('a file is returned unchanged, with the type of its content and a name without a path', async () => {
  const bytes = await squarePng(64)
  const id = await store('photo', bytes, '..\\..\\etc/<b>"pa\u202ess"</b>.html')
  const reply = await readFile(north, { id })
  expect(reply).toMatchObject({ mime: 'image/png', size: bytes.length, inline: true, public: false, name: 'b.html' })
  expect(await buffer(reply.stream)).toEqual(bytes)
  const text = await readFile(north, { id: await store('attachment', '<html><script>alert(1)</script></html>', 'page.html') })
  expect(text).toMatchObject({ mime: 'text/plain; charset=utf-8', inline: false })
})

describe('who reads', () => {
  const may = async (ctx: Ctx, id: string): Promise<boolean> =>
    readFile(ctx, { id }).then(
      ({ stream }) => {
        stream.destroy()
        return true
      },
      (error: Error) => {
        if (error.message !== 'notFound') throw error
        return false
      },
    )
  const readers = async (id: string): Promise<Record<string, boolean>> => {
    const { siterAdmin, northEngineer, northAgentAdmin, southAdmin, northCustomer } = world.accounts
    const scope = { kind: 'none' } as const
    const visitor: Ctx = { ...world.systemCtx, actor: unauthenticated, scope, db: scoped(world.db, scope) }
    return {
      above: await may(await world.ctxOf(siterAdmin), id),
      same: await may(await world.ctxOf(northEngineer), id),
      below: await may(await world.ctxOf(northAgentAdmin), id),
      sibling: await may(await world.ctxOf(southAdmin), id),
      customer: await may(await world.ctxOf(northCustomer), id),
      visitor: await may(visitor, id),
    }
  }

  test('a photo: the company and those above', async () => {
    const id = await store('photo', await squarePng(60))
    expect(await readers(id)).toEqual({ above: true, same: true, below: false, sibling: false, customer: false, visitor: false })
  })

  test('branding: everybody, as long as it is in use', async () => {
    const id = await store('loginLogo', await squarePng(60))
    const company = { above: true, same: true, below: false, sibling: false, customer: false, visitor: false }
    const everybody = { above: true, same: true, below: true, sibling: true, customer: true, visitor: true }
    const { id: companyId, path } = world.companies.north
    const use = (isPublic: boolean) =>
      transact(north, async (write) => {
        await publishFiles(write, [id], isPublic)
        write.audit({ action: 'file.upload', object: { kind: 'file', id, name: '' }, owner: { companyId, path } })
      })
    expect(await readers(id)).toEqual(company)
    await use(true)
    expect(await readers(id)).toEqual(everybody)
    await use(false)
    expect(await readers(id)).toEqual(company)
  })

  test('a photo that became part of an object: everybody who sees the object', async () => {
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    const id = await store('photo', await squarePng(60), 'x', siter)
    const foreign = await store('photo', await squarePng(60))
    expect((await readers(id)).same).toBe(false)
    const { id: companyId, path } = world.companies.north
    const attach = (ctx: Ctx, ids: readonly string[]) =>
      transact(ctx, async (write) => {
        await attachFiles(ctx, write, ids, { companyId, path, customerId: world.customers.north })
        write.audit({ action: 'file.upload', object: { kind: 'file', id, name: '' }, owner: { companyId, path } })
      })
    // Nobody can attach another person's upload to an object.
    await expect(attach(siter, [id, foreign])).rejects.toMatchObject({ reason: 'noAccess' })
    expect((await readers(id)).same).toBe(false)
    await attach(siter, [id])
    // A file already attached may stay when somebody else changes the object.
    await attach(north, [id])
    expect(await readers(id)).toEqual({ above: true, same: true, below: false, sibling: false, customer: true, visitor: false })
    expect((await readers(foreign)).customer).toBe(false)
  })

  test('an unknown id is answered like a foreign one', async () => {
    expect(await may(north, 'f'.repeat(32))).toBe(false)
  })
})

describe('unused files', () => {
  const day = 86_400_000
  const isKept = (id: string): Promise<boolean> =>
    fileById(world.db, id).then((file) => {
      expect(existsSync(north.files.pathOf(id))).toBe(file !== undefined)
      return file !== undefined
    })

  test('an upload that nothing refers to is removed after a day, along with its bytes', async () => {
    const id = await store('photo', await squarePng(60))
    world.clock.forward(day - 1)
    await removeUnused(world.systemCtx)
    expect(await isKept(id)).toBe(true)
    world.clock.forward(2)
    await removeUnused(world.systemCtx)
    expect(await isKept(id)).toBe(false)
  })

  test('bytes left by a program killed before their row was written, or before they were complete, are removed after a day', async () => {
    const id = await store('photo', await squarePng(60))
    const { id: lost } = await north.files.save(Readable.from([Buffer.from('lost')]), 100)
    const { id: fresh } = await north.files.save(Readable.from([Buffer.from('fresh')]), 100)
    const unfinished = `${north.files.pathOf(lost)}.part`
    writeFileSync(unfinished, 'lo')
    const old = new Date(world.clock.now().getTime() - 2 * day)
    for (const path of [north.files.pathOf(id), north.files.pathOf(lost), unfinished]) utimesSync(path, old, old)
    const now = world.clock.now()
    utimesSync(north.files.pathOf(fresh), now, now)
    await removeUnused(world.systemCtx)
    expect([id, lost, fresh].map((one) => existsSync(north.files.pathOf(one)))).toEqual([true, false, true])
    expect(existsSync(unfinished)).toBe(false)
    await north.files.remove(fresh)
  })

  const required = new Set(['alarm_file.file_id', 'firmware_edition.file_id', 'floor_plan.image', 'import_job.file_id'])
  test.each(fileReferences)('a file named in $table.$column is kept', async ({ table, column, several }) => {
    const id = await store('attachment', 'text', 'x.txt')
    const { companies, accounts } = world
    const rows = await addOwnedRows(world.db, companies.north)
    if (table === 'company_config') {
      const { id: company_id, path } = companies.north
      await world.db
        .insertInto(table)
        .values({ company_id, path })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else if (table === 'export_job') {
      await world.db
        .insertInto(table)
        .values({ account_id: accounts.northAdmin.id, list: 'x', format: 'csv', input: '{}' })
        .execute()
    } else if (table === 'import_job') {
      const job = { account_id: accounts.northAdmin.id, list: 'account', file_id: '', file_name: 'x', format: 'csv' } as const
      await world.db
        .insertInto(table)
        .values({ ...job, locale: 'en', dry_run: false, total: 1 })
        .execute()
    } else if (table === 'alarm_note' || table === 'alarm_closing') {
      await addPlainRow(world.db, table, companies.north, rows)
    } else if (table === 'alarm_file') {
      const { id: company_id, path } = companies.north
      const made = { language: 'en', check_code: 'x', sha256: 'x', size: 1, file_id: '' } as const
      await world.db
        .insertInto(table)
        .values({ company_id, path, alarm_id: Number(rows.alarm), at: world.clock.now(), ...made })
        .execute()
    } else if (table === 'app_version') {
      await world.db.updateTable(table).set({ package_name: 'x', version_code: 1, sha256: 'x' }).execute()
    } else if (table === 'order_check') {
      const check = { order_id: Number(rows.work_order), item: 0, answered_at: world.clock.now() }
      await world.db.insertInto(table).values(check).execute()
    }
    const value = several ? sql`array[${id}]` : sql`${id}`
    const beside = (address: string | null) => (table === 'app_version' ? sql`, store_url = ${address}` : sql``)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} ${beside(null)}`.execute(world.db)
    world.clock.forward(2 * day)
    await removeUnused(world.systemCtx)
    expect(await isKept(id)).toBe(true)
    const nothing = several ? sql`'{}'` : required.has(`${table}.${column}`) ? sql`''` : sql`null`
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${nothing} ${beside('https://example.com/app')}`.execute(
      world.db,
    )
    await removeUnused(world.systemCtx)
    expect(await isKept(id)).toBe(false)
  })

  test('every column named like a file is declared', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and (data_type = 'text' or udt_name = '_text')
        and column_name ~ '(^|_)(file|files|file_id|file_ids|logo|avatar|photo|photos|video|videos|image|images|picture|pictures|attachment|attachments|features)$'
    `.execute(world.db)
    const named = rows.map(({ table, column }) => `${table}.${column}`)
    expect(named.sort()).toEqual(fileReferences.map(({ table, column }) => `${table}.${column}`).sort())
  })
})
