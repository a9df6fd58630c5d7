import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, test } from 'vitest'
import { startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

let console: Console
let site: E2eSite
const out = '/tmp/trace-shots'
beforeAll(async () => {
  mkdirSync(out, { recursive: true })
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
})
afterAll(() => console.stop())
test('shots', async () => {
  const { db, world, server } = { ...console.server, server: console.server }
  let seq = 0
  const report = (device: string, code: string, format = 'EW') =>
    fetch(`${server.url}/api/ingest/v1/${site.gateway.code}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ seq: ++seq, reports: [{ device, code, format }] }),
    })
  for (const d of ['SD-90A1', 'SD-90A2', 'SD-90A3']) await report(d, 'smoke')
  await report(site.gateway.devices[0]?.code ?? '', 'pump_run')
  await report(site.gateway.devices[0]?.code ?? '', '1131', 'CID')
  const token = await server.tokenOf(world.accounts.northAdmin)
  const ids = (await db.selectFrom('unknown_report').select('id').where('kind', '=', 'unknownDevice').execute()).map((r) => r.id)
  const model = await db.selectFrom('device_model').select('id').executeTakeFirstOrThrow()
  await server.call('POST', 'web/device/unknown/registerMany', { ids: ids.slice(0, 2), modelId: model.id }, token)
  await report('SD-90A1', 'tamper')
  await db.updateTable('device').set({ batch: 'LOT-2611' }).where('code', 'like', 'SD-90%').execute()
  const made = await server.call('POST', 'web/retrospect/recall/create', { batch: 'LOT-2611', reason: '传感腔受潮，可能漏报' }, token)
  process.stdout.write(JSON.stringify(made) + '\n')
  for (const [language, width] of [['zh', 1440], ['en', 1440], ['zh', 390]] as const) {
    const tag = `${language}-${width}`
    const siter = await console.open({ language, width, as: world.accounts.siterAdmin })
    const north = await console.open({ language, width, as: world.accounts.northAdmin })
    const shot = async (window: typeof siter, path: string, name: string, act?: () => Promise<unknown>) => {
      await window.go(path)
      await window.page.waitForTimeout(900)
      await act?.()
      if (act) await window.page.waitForTimeout(600)
      await window.page.screenshot({ path: `${out}/${name}-${tag}.png` })
    }
    const p = siter.page
    await shot(siter, '/alarm/paramsConfigList', 'params')
    await shot(siter, '/alarm/paramsConfigList', 'param-form', () => p.locator('main .ant-btn-primary', { hasText: /上报参数|report parameter/i }).first().click())
    await p.keyboard.press('Escape')
    await shot(siter, '/alarm/paramsConfigList?tab=alarmTypes', 'alarm-types')
    await shot(siter, '/alarm/paramsConfigList?tab=faultTypes', 'fault-types')
    await shot(siter, '/alarm/paramsConfigList?tab=params', 'test-frame', async () => {
      await p.getByRole('button', { name: /测试报文|Test a message/ }).click()
      await p.getByRole('dialog').getByRole('textbox').fill('{"seq": 1, "reports": [{"device": "SD1", "format": "CID", "code": "1110"}, {"format": "EW", "code": "pump_run"}, {"format": "CID", "code": "3999"}]}')
      await p.getByRole('dialog').getByRole('button', { name: /^测 ?试$|^Test$/ }).click()
    })
    await shot(siter, '/alarm/unknownCodeList', 'unknown-codes', () => p.getByRole('checkbox').first().check())
    const q = north.page
    await shot(north, '/device/unknownDeviceList', 'unknown-devices', () => q.getByRole('checkbox').first().check())
    await shot(north, '/productTrace/TraceRecord', 'trace-record')
    await shot(north, '/productTrace/TraceRecord?tab=recalls', 'recalls')
    await shot(north, '/productTrace/TraceRecord?tab=recalls', 'recall-progress', () => q.getByRole('button', { name: /通知对象|Whom to tell/ }).first().click())
    await shot(north, '/productTrace/TraceRecord/detail?code=SD-90A1', 'story')
    await shot(north, '/productTrace/OperationLog', 'operation-log')
    await siter.close()
    await north.close()
  }
}, 240_000)
