import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConsole, type Console } from './console.ts'
import { addSite } from './site.ts'
let console_: Console
const dir = '/tmp/proj-shots'
beforeAll(async () => { console_ = await startConsole(); mkdirSync(dir, { recursive: true }) })
afterAll(() => console_.stop())
test('shots', { timeout: 400_000 }, async () => {
  const { db, world } = console_.server
  const ids: number[] = []
  const names = ['滨江大厦 Riverside Tower', '海港广场 Harbour Mall', '山麓医院', '枫叶学校', '湖畔花园']
  for (const [i, name] of names.entries()) {
    const { projectId } = await addSite(db, world.companies.north, world.customers.north)
    ids.push(projectId)
    await db.updateTable('project').set({ name, address: '解放路 ' + (i + 1) + ' 号', province: '110000', city: '110100', country: 'CN',
      status: (['maintenance', 'overmaintenance', 'installing', 'maintenance', 'uninstall'] as const)[i]!, audit: (['approved', 'approved', 'approved', 'rejected', 'pending'] as const)[i]!,
      stopped: i === 1, stopped_reason: i === 1 ? '欠费' : null, due_at: i < 2 || i === 3 ? new Date(Date.now() + (i === 0 ? 20 : i === 1 ? -10 : 400) * 864e5) : null,
      maintained_since: new Date(Date.now() - 3e10), reject_reason: i === 3 ? '缺少平面图' : null, decided_at: i === 4 ? null : new Date(), decided_by: world.accounts.siterAdmin.id, applied_by: world.accounts.northAdmin.id, applicant_path: world.companies.north.path,
      longitude: 116.4, latitude: 39.9, coordinate_system: 'WGS84', building: JSON.stringify({ floorsAbove: 20, fireResistance: 'one', keyUnit: true, waterSupply: '室外消火栓 4 个', accessNotes: '从东门进入，门卫 24 小时值班' }), notify_methods: ['app', 'voice'] }).where('id', '=', projectId).execute()
  }
  await db.insertInto('project_test').values({ company_id: world.companies.north.id, path: world.companies.north.path, customer_id: world.customers.north, project_id: ids[0]!, from_at: new Date(Date.now() - 6e5), to_at: new Date(Date.now() + 36e5), whole: true, reason: '年度联动测试', requested_by: '消控室 王工', identity_check: 'callBack' }).execute()
  const shoot = async (language: 'zh' | 'en', width: number) => {
    const w = await console_.open({ language, width, as: world.accounts.siterAdmin, at: '/project/projectList' })
    const shot = async (name: string) => { await w.page.waitForTimeout(700); await w.page.screenshot({ path: `${dir}/${language}-${width}-${name}.png`, fullPage: true }) }
    await shot('list')
    for (const [name, at] of [['audit', '/project/projectAuditList'], ['type', '/project/projectTypeList'], ['detail', `/project/projectList/detail?id=${ids[0]}`], ['stopped', `/project/projectList/detail?id=${ids[1]}&tab=devices`], ['orders', `/project/projectList/detail?id=${ids[0]}&tab=orders`], ['calls', `/project/projectList/detail?id=${ids[0]}&tab=calls`]] as const) { await w.go(at); await shot(name) }
    await w.close()
  }
  await shoot('zh', 1440); await shoot('en', 1440); await shoot('zh', 390)
  const w = await console_.open({ language: 'zh', width: 1440, as: world.accounts.siterAdmin, at: `/project/projectList/detail?id=${ids[0]}` })
  await w.page.getByRole('button', { name: '置为测试' }).click()
  await w.page.getByRole('dialog').getByRole('switch').click()
  await w.page.waitForTimeout(600); await w.page.screenshot({ path: `${dir}/form-test.png` })
  const v = await console_.open({ language: 'zh', width: 390, as: world.accounts.siterAdmin, at: `/project/projectList/detail?id=${ids[3]}` })
  await v.page.getByRole('button', { name: '编辑' }).first().click()
  await v.page.waitForTimeout(900); await v.page.screenshot({ path: `${dir}/form-edit-390.png` })
  await v.page.getByText('维保年限（年）').last().scrollIntoViewIfNeeded(); await v.page.waitForTimeout(500); await v.page.screenshot({ path: `${dir}/form-edit-390b.png` })
  expect(ids).toHaveLength(5)
})
