import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { writeDc09, writeGb26875, cutDc09, readDc09, dc09Key, gb26875Commands as commands, type Dc09Frame } from '@emberwatch/device-link'
import { afterAll, beforeAll, test } from 'vitest'
import { openDatabase, type Database } from '../../../platform/database/database.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { createSite, seedInstallation, startIngest, type StartedIngest } from '../ingest/ingest.fixture.ts'
import { ignoreConnectionErrors } from '../ingest/ingest-connection.ts'
import { sealLinkKey } from '../../equipment/gateway/gateway-link.rules.ts'
import { loadConfig } from '../../../config.ts'
import { mkdtempSync } from 'node:fs'

let server: TestDatabase, database: Database, ingest: StartedIngest
const dir = mkdtempSync('/tmp/zz-att-')
const env = { GB26875_PORT: '0', DC09_PORT: '0', DATA_DIR: dir }
beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  ignoreConnectionErrors(database.pool)
  await seedInstallation(database.kysely)
  ingest = await startIngest(server.connection, env)
})
afterAll(async () => { await ingest.stop(); await database.close(); await server.stop() })
const say = (...a: unknown[]) => process.stdout.write('ATT ' + a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)).join(' ') + '\n')
const port = (p: 'gb26875' | 'siaDc09') => ingest.ingest.linkPorts()[p] ?? 0
class P { s: Socket; r = Buffer.alloc(0); closed = false
  constructor(s: Socket) { this.s = s; s.on('data', (c: Buffer) => (this.r = Buffer.concat([this.r, c]))); s.on('error', () => undefined); s.once('close', () => (this.closed = true)) }
  static async to(port: number) { const s = connect({ host: '127.0.0.1', port, noDelay: true }); await once(s, 'connect'); return new P(s) }
  send(b: Buffer) { if (this.s.writable) this.s.write(b) } close() { this.s.destroy() } }
const dial = (p: 'gb26875' | 'siaDc09') => P.to(port(p))
const reg = async (...addresses: string[]) => {
  const site = await createSite(database.kysely, addresses.length, 0)
  for (const [i, g] of site.gateways.entries()) {
    await database.kysely.updateTable('gateway').set({ link_address: addresses[i] ?? null }).where('id', '=', g.id).execute()
    await invalidateGatewayCache(database.kysely, [g.code])
  }
  return site.gateways
}
const alarms = (id: number | null) => database.kysely.selectFrom('alarm').select(['source_code', 'device_code', 'repeat_count', 'source_active', 'state']).where('gateway_id', id === null ? 'is' : '=', id).orderBy('id').execute()
const now = (off = 0) => `${new Date(Date.now() + off).toISOString().slice(0, 19)}Z`
const dc = (account: string | undefined, n: number | string, id: string, data: string, o: Partial<Dc09Frame> = {}): Dc09Frame => ({ id, sequence: String(n).padStart(4, '0'), receiver: undefined, line: '0', account, data, extended: {}, time: now(), ...o })
const cid = (account: string, n: number | string, what: string, o: Partial<Dc09Frame> = {}, inner = account) => writeDc09(dc(account, n, 'ADM-CID', `#${inner}|${what}`, o))
const ids = (b: Buffer) => { const f: string[] = []; for (let r = b; ;) { const c = cutDc09(r); if (c.kind === 'partial') return f; f.push(readDc09(r.subarray(0, c.size))?.id ?? '?'); r = r.subarray(c.size) } }
const gb = (source: number, sequence: number, content: Uint8Array, command: number = commands.send) => writeGb26875({ sequence, version: [1, 1], time: new Date(Date.now() + 8 * 3600e3).toISOString().slice(0, 19), source, destination: 0, command, content })
const clock = [0, 0, 8, 28, 11, 26]
const sys = (type: number, addr: number, state: number) => [type, addr, state, 0, ...clock]
const comp = (state: number, point = 37) => Uint8Array.from([2, 1, 1, 1, 42, point, 0, 2, 0, state, 0, ...new Uint8Array(31), ...clock])

test('1 damaged dc09 restore', async () => {
  const [g] = await reg('siaDc09:D001')
  const p = await dial('siaDc09'); p.send(cid('D001', 1, '1110 01 012')); await delay(600)
  say('1 before', await alarms(g!.id), ids(p.r))
  const bad = cid('D001', 2, '3110 01 012'); bad[2] = bad[2] === 0x30 ? 0x31 : 0x30
  p.send(bad); await delay(700); say('1 after damaged restore', await alarms(g!.id), ids(p.r))
  // single bit flip of a fire
  const q = await dial('siaDc09'); q.send(cid('D001', 3, '1110 01 013')); await delay(500)
  const fire = cid('D001', 4, '1110 01 013'); const i = fire.indexOf('1110 '); fire[i]! ^= 2; q.send(fire); await delay(700)
  say('1 fire with bit flipped', await alarms(g!.id)); p.close(); q.close()
}, 20_000)

test('2 NAK for ever with new connections', async () => {
  const [g] = await reg('siaDc09:D002'); const got: unknown[] = []
  const bytes = cid('D002', 1, '1110 01 012', { time: '2000-01-01T00:00:05Z' })
  for (let i = 0; i < 8; i++) { const p = await dial('siaDc09'); p.send(bytes); await delay(400); got.push(ids(p.r)); p.close() }
  say('2 new connection each', got, await alarms(g!.id))
  // one connection with timeless polls in between
  const p = await dial('siaDc09')
  for (let i = 0; i < 6; i++) { p.send(cid('D002', 10 + i, '1110 01 013', { time: '2000-01-01T00:00:05Z' })); await delay(150); p.send(writeDc09(dc('D002', 30 + i, 'NULL', '', { time: undefined }))); await delay(150) }
  say('2 with polls without a time', ids(p.r)); p.close()
}, 30_000)

test('3 old encrypted restore and poll', async () => {
  const [g] = await reg('siaDc09:D003'); const key = Buffer.alloc(16, 9)
  await database.kysely.updateTable('gateway').set({ link_key: sealLinkKey(loadConfig({ ...env }).dataDir, g!.code, key) }).where('id', '=', g!.id).execute()
  await invalidateGatewayCache(database.kysely, [g!.code]); await delay(500)
  const k = dc09Key(key)!
  const p = await dial('siaDc09'); p.send(writeDc09(dc('D003', 1, 'ADM-CID', '#D003|1110 01 012'), k)); await delay(700)
  say('3 fire', await alarms(g!.id), p.r.length)
  const q = await dial('siaDc09'); q.send(writeDc09(dc('D003', 77, 'ADM-CID', '#D003|3110 01 012', { time: '2025-01-01T00:00:00Z' }), k)); await delay(700)
  say('3 restore of 2025', ids(q.r), await alarms(g!.id))
  await database.kysely.updateTable('gateway').set({ online: false, last_seen_at: new Date(Date.now() - 7200e3) }).where('id', '=', g!.id).execute(); p.close(); q.close(); await delay(2500)
  await database.kysely.updateTable('gateway').set({ online: false, last_seen_at: new Date(Date.now() - 7200e3) }).where('id', '=', g!.id).execute()
  const poll = writeDc09(dc('D003', 5, 'NULL', '', { time: now(-86400e3) }), k)
  for (let i = 0; i < 3; i++) { const r = await dial('siaDc09'); r.send(poll); await delay(400); r.close() }
  await delay(2500)
  say('3 replayed poll of yesterday', await database.kysely.selectFrom('gateway').select(['online', 'last_seen_at']).where('id', '=', g!.id).execute())
  // garbage with a star, no key known
  await database.kysely.updateTable('gateway').set({ online: false, last_seen_at: new Date(Date.now() - 7200e3) }).where('id', '=', g!.id).execute()
  const r = await dial('siaDc09'); r.send(writeDc09(dc('D003', 6, 'NULL', ''), dc09Key(Buffer.alloc(16, 1))!)); await delay(2500)
  say('3 wrong key poll', ids(r.r), await database.kysely.selectFrom('gateway').select(['online', 'last_seen_at']).where('id', '=', g!.id).execute(), await alarms(g!.id)); r.close()
}, 40_000)

test('4 two panels behind one', async () => {
  const [g] = await reg('siaDc09:D004'); const p = await dial('siaDc09')
  p.send(cid('D004', 1, '1110 01 012', {}, '1111')); await delay(300); p.send(cid('D004', 2, '1110 01 012', {}, '2222')); await delay(600)
  say('4 two accounts', await alarms(g!.id)); p.send(cid('D004', 3, '3110 01 012', {}, '2222')); await delay(600)
  say('4 restore of 2222', await alarms(g!.id), ids(p.r))
  p.send(cid('D004', 4, '1110 05 012', { line: '1' })); await delay(300); p.send(cid('D004', 5, '1110 05 012', { line: '2' })); await delay(600)
  say('4 two lines', await alarms(g!.id))
  p.send(cid('D004', 6, '1110 06 000')); await delay(300); p.send(cid('D004', 7, '1110 07 000')); await delay(600)
  say('4 two partitions, zone 000', await alarms(g!.id)); p.close()
}, 20_000)

test('5 gb system types with one address', async () => {
  const [g] = await reg('gb26875:5001'); const p = await dial('gb26875')
  p.send(gb(5001, 1, Uint8Array.from([1, 1, ...sys(1, 1, 3)]))); await delay(500); say('5 fire of system type 1 address 1', await alarms(g!.id))
  p.send(gb(5001, 2, Uint8Array.from([1, 1, ...sys(10, 1, 1)]))); await delay(600); say('5 system type 10 address 1 normal', await alarms(g!.id))
  const c = comp(3); p.send(gb(5001, 3, c)); await delay(300); const d = comp(3); d[2] = 12; p.send(gb(5001, 4, d)); await delay(600); say('5 same component of system types 1 and 12', await alarms(g!.id)); p.close()
}, 20_000)

test('6 disabled neighbour on one connection', async () => {
  const [a, b] = await reg('gb26875:6001', 'gb26875:6002')
  await database.kysely.updateTable('gateway').set({ enabled: false }).where('id', '=', b!.id).execute(); await invalidateGatewayCache(database.kysely, [b!.code]); await delay(500)
  for (let i = 0; i < 3; i++) { const p = await dial('gb26875'); p.send(Buffer.concat([gb(6002, 1, new Uint8Array()), gb(6001, 2, comp(3))])); await delay(1800); say('6', p.closed, p.r.length, await alarms(a!.id)); p.close() }
  // 13: damaged fire of B on the connection of A
  const [x, y] = await reg('gb26875:6003', 'gb26875:6004'); const p = await dial('gb26875')
  p.send(gb(6004, 1, new Uint8Array())); p.send(gb(6003, 1, new Uint8Array())); await delay(400); const f = gb(6004, 2, comp(3)); f[40] = 0xff; p.send(f); await delay(600)
  say('6 damaged fire of y', 'x', await alarms(x!.id), 'y', await alarms(y!.id)); p.close()
}, 30_000)

test('7 five others', async () => {
  const [g] = await reg('gb26875:7001'); const real = await dial('gb26875'); real.send(gb(7001, 1, new Uint8Array())); await delay(400)
  const others = []; for (let i = 0; i < 4; i++) { const o = await dial('gb26875'); o.send(gb(7001, 2 + i, new Uint8Array())); others.push(o) } await delay(600)
  say('7 real closed', real.closed, g!.id); for (const o of others) o.close()
}, 20_000)

test('8 account that is none', async () => {
  const [g] = await reg('siaDc09:D008'); const p = await dial('siaDc09'); p.send(cid('D008', 1, '1602 00 000')); await delay(500)
  const n = await database.kysely.selectFrom('alarm').select(['id']).execute()
  p.send(writeDc09(dc('12', 2, 'ADM-CID', '#12|1110 01 012'))); await delay(700)
  const q = await dial('siaDc09'); q.send(writeDc09(dc(undefined, 2, 'ADM-CID', '|1110 01 012'))); await delay(700)
  const q2 = await dial('siaDc09'); q2.send(writeDc09(dc('ABCXYZ', 2, 'SIA-DCS', '#ABCXYZ|NFA012'))); await delay(700)
  say('8 closed', p.closed, q.closed, q2.closed, q.r.length + q2.r.length, 'new alarms', (await database.kysely.selectFrom('alarm').select(['id']).execute()).length - n.length, g!.id); p.close()
}, 20_000)

test('9 odd sequences', async () => {
  const [g] = await reg('siaDc09:D009')
  for (const [i, s] of ['1e99', ' 1.5', '-1.5', '1e18', '0x1F'].entries()) { const p = await dial('siaDc09'); p.send(cid('D009', s, `1110 01 02${i}`)); await delay(900); say('9', s, ids(p.r)); p.close() }
  say('9', (await alarms(g!.id)).map((a) => `${a.source_code} ${a.device_code}`), await database.kysely.selectFrom('report').select(['code', 'device_code', 'sequence', 'problem']).where('gateway_id', '=', g!.id).execute())
}, 20_000)

test('13 unknown extended data in a poll', async () => {
  const [g] = await reg('siaDc09:D013'); const p = await dial('siaDc09')
  for (let i = 1; i < 4; i++) { p.send(writeDc09(dc('D013', i, 'NULL', '', { extended: { B: '1' } }))); await delay(400) }
  say('13 polls', await alarms(g!.id), ids(p.r)); p.close()
}, 20_000)

test('11 one frame of a stranger', async () => {
  const before = (await alarms(null)).length; const p = await dial('gb26875')
  const content = Uint8Array.from([1, 102, ...Array.from({ length: 102 }, (_, i) => sys(i + 128, i, 31)).flat()])
  p.send(gb(424242, 1, content)); await delay(2500); const after = await alarms(null); say('11 alarms of one frame', after.length - before, p.r.length, await database.kysely.selectFrom('report').select((e) => e.fn.countAll().as('n')).where('gateway_id', 'is', null).execute()); p.close()
}, 20_000)

test('10 udp leak of the shared account', async () => {
  const [g] = await reg('gb26875:10001'); const udp = async () => { const s = createSocket('udp4'); s.bind(0, '127.0.0.1'); await once(s, 'listening'); let n = 0; s.on('message', () => n++); return { s, n: () => n } }
  const try1 = async (label: string) => { const u = await udp(); for (let i = 0; i < 3; i++) { u.s.send(gb(10001, 60000 + i, new Uint8Array()), port('gb26875'), '127.0.0.1'); await delay(500) } say('10', label, 'answers', u.n()); u.s.close() }
  await try1('before')
  const sent: any[] = []
  for (let k = 0; k < 45; k++) {
    const u = await udp(); sent.push(u)
    for (let i = 0; i < 56; i++) { const f = gb(10001, (k * 60 + i) & 0xffff, comp(3, (i % 3))); f[f.length - 3]! ^= 0xff; u.s.send(f, port('gb26875'), '127.0.0.1') }
    u.s.send(gb(10001, 5, new Uint8Array()), port('gb26875'), '127.0.0.1'); await delay(30)
  }
  await delay(6000); await try1('after 45 x 56 damaged frames'); const [r] = await reg('gb26875:10002')
  const u = await udp(); for (let i = 0; i < 3; i++) { u.s.send(gb(10002, i, comp(3)), port('gb26875'), '127.0.0.1'); await delay(500) }
  say('10 fire of another gateway over udp', u.n(), await alarms(r!.id), 'ready', ingest.ingest.ready()); const p = await dial('gb26875'); p.send(gb(10002, 9, comp(3))); await delay(500); say('10 the same over tcp', p.r.length); p.close(); u.s.close(); for (const x of sent) x.s.close()
}, 60_000)

test('12 turn of strangers', async () => {
  const all: P[] = []
  for (let i = 0; i < 400; i++) { const p = await dial('gb26875'); p.send(gb(900_000 + i, 1, new Uint8Array())); all.push(p); if (i % 50 === 49) { await delay(20); for (const x of all.splice(0)) x.close() } }
  const t = Date.now(); const q = await dial('gb26875'); q.send(gb(777_777, 1, comp(3)))
  while (q.r.length === 0 && !q.closed && Date.now() - t < 40_000) await delay(50)
  say('12 a fire of an unregistered sender waits ms', Date.now() - t, q.r.length, q.closed); q.close()
}, 60_000)

test('14 ack is acked', async () => {
  await reg('siaDc09:D014'); const s = createSocket('udp4'); s.bind(0, '127.0.0.1'); await once(s, 'listening'); let n = 0
  s.on('message', (b) => { n++; s.send(b, port('siaDc09'), '127.0.0.1') })
  s.send(writeDc09(dc('D014', 1, 'NULL', '', { time: undefined })), port('siaDc09'), '127.0.0.1'); await delay(3000); say('14 answers in 3 s to one datagram', n); s.close()
}, 20_000)
