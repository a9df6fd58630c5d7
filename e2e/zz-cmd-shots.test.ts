import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConsole, type Console } from './console.ts'
import { addSite } from './site.ts'

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())

test('shots', async () => {
  const { db, world, tokenOf, call } = console.server
  const site = await addSite(db, world.companies.north, world.customers.north)
  const token = await tokenOf(world.accounts.siterAdmin)
  const north = await tokenOf(world.accounts.northAdmin)
  const device = await db.selectFrom('device').select(['id', 'model_id', 'code']).where('project_id', '=', site.projectId).orderBy('id').executeTakeFirstOrThrow()
  await db.updateTable('gateway').set({ online: true }).execute()
  await db.updateTable('device_series').set({ manufacturer: 'Emberwatch', category: 'detector', certificate_no: 'CCCF-2026-01', certificate_expires: '2026-01-01' }).execute()
  const sounder = await db.insertInto('device_model').values({ series_id: (await db.selectFrom('device_series').select('id').limit(1).executeTakeFirstOrThrow()).id, code: 'BELL-1', name: 'Bell 警铃' }).returning('id').executeTakeFirstOrThrow()
  const last = await db.selectFrom('device').select(['id']).where('project_id', '=', site.projectId).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await db.updateTable('device').set({ model_id: sounder.id }).where('id', '=', last.id).execute()
  const make = async (path: string, input: Record<string, unknown>, by = token) => {
    const answer = await call('POST', path, input, by)
    expect(answer, answer.msg).toMatchObject({ success: true })
    return (answer.data as { id: number }).id
  }
  const parameters = [{ name: 'level', label: '音量', type: 'integer', minimum: 1, maximum: 5, required: true, default: '2', unit: '级' }, { name: 'mode', label: '模式', type: 'choice', choices: ['slow', 'fast'] }]
  const base = { encoding: 'json', timeoutS: 30, retries: 1 }
  const silence = await make('web/deviceCommand/create', { ...base, modelId: device.model_id, name: '消音', code: 'silence', remark: '关闭蜂鸣器' })
  const reset = await make('web/deviceCommand/create', { ...base, modelId: device.model_id, name: '复位', code: 'reset', dangerous: true, parameters, senderTypes: ['siter', 'distributor'] })
  const ring = await make('web/deviceCommand/create', { ...base, modelId: sounder.id, name: '鸣响', code: 'ring', parameters })
  await make('web/deviceCommand/send', { commandId: silence, deviceId: device.id }, north)
  await make('web/deviceCommand/send', { commandId: reset, deviceId: device.id, note: '年度演练', params: [{ name: 'level', value: '3' }] }, north)
  const type = await db.selectFrom('alarm_type').select('id').where('code', '=', 'smoke').executeTakeFirstOrThrow()
  await make('web/rule/create', { projectId: site.projectId, name: '烟感联动警铃', deviceId: device.id, trigger: 'alarm', alarmTypeId: type.id, commandId: ring, targetIds: [last.id], params: [{ name: 'level', value: '5' }], pauseS: 60 }, north)
  await db.insertInto('linked_rule_run').values({ at: new Date(), company_id: world.companies.north.id, path: world.companies.north.path, project_id: site.projectId, rule_id: 1, rule_name: '烟感联动警铃', device_id: device.id, device_code: device.code, source_code: 'smoke', outcome: 'none', steps: JSON.stringify([{ deviceId: last.id, deviceCode: 'SD-104', commandId: null, reason: 'commandOffline' }]) }).execute()
  await new Promise((resolve) => setTimeout(resolve, 17_000))
  mkdirSync('/tmp/cmd-shots', { recursive: true })
  for (const [language, width] of [['zh', 1440], ['en', 1440], ['zh', 390]] as const) {
    const w = await console.open({ language, width, as: world.accounts.siterAdmin })
    const shot = (name: string) => w.page.screenshot({ path: `/tmp/cmd-shots/${name}-${language}-${width}.png`, fullPage: width === 390 })
    const wait = () => w.page.waitForTimeout(700)
    for (const [name, at] of [['series', '/device/deviceSeriesList'], ['models', '/device/deviceModelList'], ['config', `/device/deviceModelList/deviceModelConfig?id=${device.model_id}`], ['overview', `/device/deviceModelList/deviceModelConfig?id=${device.model_id}&tab=overview`], ['commands', '/device/deviceCommandList'], ['rules', '/device/linkedRuleList'], ['runs', '/device/linkedRuleList?tab=runs']] as const) {
      await w.go(at)
      await wait()
      await shot(name)
    }
    const dialogs = [
      ['seriesForm', '/device/deviceSeriesList', language === 'zh' ? '新建系列' : 'New series'],
      ['modelForm', '/device/deviceModelList', language === 'zh' ? '新建型号' : 'New model'],
      ['ruleForm', '/device/linkedRuleList', language === 'zh' ? '新建规则' : 'New rule'],
    ] as const
    for (const [name, at, button] of dialogs) {
      await w.go(at)
      await w.page.getByRole('button', { name: button }).click()
      await wait()
      await shot(name)
      await w.page.keyboard.press('Escape')
    }
    await w.go(`/device/deviceModelList/deviceModelConfig?id=${device.model_id}`)
    const row = w.page.getByRole('row', { name: 'reset' })
    await row.getByRole('button', { name: language === 'zh' ? '编辑' : 'Edit', exact: true }).click()
    await wait()
    await shot('definitionForm')
    await w.page.keyboard.press('Escape')
    await w.go('/device/deviceCommandList')
    const waiting = w.page.getByRole('row', { name: '复位' })
    await waiting.getByRole('button').first().click()
    await wait()
    await shot('approve')
    await w.page.keyboard.press('Escape')
    const done = w.page.getByRole('row', { name: '消音' })
    await done.getByRole('button', { name: language === 'zh' ? '详情' : 'Details' }).click()
    await wait()
    await shot('details')
    await w.page.keyboard.press('Escape')
    for (const [name, at] of [['device-commands', `/device/deviceList/detail?id=${device.id}&tab=commands`], ['device-rules', `/device/deviceList/detail?id=${device.id}&tab=rules`]] as const) {
      await w.page.goto(`${console.server.url}/#${at}`)
      await wait()
      await shot(name)
    }
    const send = w.page.getByRole('button', { name: language === 'zh' ? '下发指令' : 'Send command' })
    await w.page.goto(`${console.server.url}/#/device/deviceList/detail?id=${device.id}&tab=commands`)
    if (await send.first().isVisible().catch(() => false)) {
      await send.first().click()
      await wait()
      await shot('send')
    }
    await w.close()
  }
}, 180_000)
