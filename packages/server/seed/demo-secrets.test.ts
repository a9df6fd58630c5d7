import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLinkKey, sealLinkKey } from '../src/features/equipment/gateway/gateway-link.rules.ts'
import { hashGatewaySecret } from '../src/platform/broker/gateway-secret.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { testDatabase } from '../src/testing/database.ts'
import { mustGet, seedModels } from './demo-projects.ts'
import { demoAccountAddress } from './demo-alarm-panel.ts'
import { demoLinkAddress } from './demo-panel.ts'
import { renewSecrets, simulatedGateways } from './demo-secrets.ts'

test('the demo renews only secrets of gateways that it made and that nobody has taken over', async () => {
  const own = await testDatabase()
  onTestFinished(() => own.stop())
  const database = openDatabase({ max: 1, ...own.connection })
  onTestFinished(() => database.close())
  const db = database.kysely
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-demo-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const company = await db
    .insertInto('company')
    .values({ path: '1', type: 'siter', name: 'Operator', org_code: 'OPERATOR' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const models = await db.transaction().execute((tx) => seedModels(tx))
  const gateway = (code: string, secret: string) => ({
    company_id: company.id,
    path: '1',
    model_id: mustGet(models, 'EW-GW1'),
    code,
    name: code,
    secret_hash: hashGatewaySecret(secret),
  })
  const start = () => db.transaction().execute((tx) => renewSecrets(tx, dataDir))
  const codes = async () => (await start()).map(({ code }) => code)
  const hashOf = (code: string) =>
    db.selectFrom('gateway').select('secret_hash').where('code', '=', code).executeTakeFirstOrThrow()

  // As a version that did not yet note what it made leaves a demo behind.
  await db
    .insertInto('setting')
    .values({ key: 'demo', value: JSON.stringify({ seededAt: '2026-01-01T00:00:00Z' }) })
    .execute()
  await db
    .insertInto('gateway')
    .values([gateway('GW-TOWER', 'demo'), gateway('GW-MALL', 'demo'), gateway('EWG-1', 'demo')])
    .execute()
  await db.insertInto('gateway').values(gateway('GW-OWN', 'own secret')).execute()
  expect(await codes()).toEqual(['GW-TOWER', 'GW-MALL'])
  expect((await hashOf('GW-OWN')).secret_hash).toEqual(hashGatewaySecret('own secret'))

  // A real gateway that takes the place of a simulated one keeps the secret that its page showed.
  const theirs = { secret_hash: hashGatewaySecret('renewed by a person') }
  await db.updateTable('gateway').set(theirs).where('code', '=', 'GW-MALL').execute()
  expect(await codes()).toEqual(['GW-TOWER'])
  expect((await hashOf('GW-MALL')).secret_hash).toEqual(theirs.secret_hash)
  expect(await codes()).toEqual(['GW-TOWER'])

  // A transmitter has no secret: it is the demo's own as long as it has the demo's address.
  const connect = (link_address: string) =>
    db.updateTable('gateway').set({ link_address }).where('code', '=', 'GW-TOWER').execute()
  await connect(demoLinkAddress)
  expect(await start()).toMatchObject([{ code: 'GW-TOWER', linkAddress: demoLinkAddress }])
  await connect(demoAccountAddress)
  expect(await start()).toMatchObject([{ linkAddress: demoAccountAddress, linkKey: undefined }])

  // Its key is the one that is set; one that this data directory cannot open is made anew.
  const seal = (link_key: Buffer) => db.updateTable('gateway').set({ link_key }).where('code', '=', 'GW-TOWER').execute()
  const key = Buffer.alloc(32, 7)
  await seal(sealLinkKey(dataDir, 'GW-TOWER', key))
  expect(await start()).toMatchObject([{ linkKey: key }])
  await seal(sealLinkKey(dataDir, 'GW-MALL', key))
  const [renewed] = await start()
  expect(renewed?.linkKey).toHaveLength(32)
  expect(renewed?.linkKey).not.toEqual(key)
  const { link_key: sealed } = await db
    .selectFrom('gateway')
    .select('link_key')
    .where('code', '=', 'GW-TOWER')
    .executeTakeFirstOrThrow()
  expect(openLinkKey(dataDir, 'GW-TOWER', sealed ?? Buffer.alloc(0))).toEqual(renewed?.linkKey)
  await connect('gb26875:140')
  expect(await codes()).toEqual([])
  expect(await simulatedGateways(db)).toEqual([])
})
