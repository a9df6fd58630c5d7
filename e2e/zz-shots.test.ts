import { zh } from '@emberwatch/contract/texts/zh'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import { texts as documents } from '../packages/web/src/features/project-document/project-document.zh.ts'
import { startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

let console: Console
let site: E2eSite
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  const p = { project_id: site.projectId }
  await db.insertInto('project_person').values([
    { ...p, role: 'responsible', name: '总经理', organisation: '滨江物业服务有限公司', phone: '13800001111' },
    { ...p, role: 'manager', name: '安全经理', organisation: '滨江物业服务有限公司', phone: '13800002222', certificate_no: 'XF-0102', certificate_expires: '2027-12-31' },
    { ...p, role: 'controlRoom', name: '白班值班员', phone: '13800003333', certificate_no: 'XFSS-0103', certificate_expires: '2026-12-10' },
    { ...p, role: 'controlRoom', name: '夜班值班员', phone: '13800004444', certificate_no: 'XFSS-0104', certificate_expires: '2026-11-01', remark: '证书正在换发' },
    { ...p, role: 'brigade', name: '辖区消防站', phone: '01055500119' },
  ]).execute()
  await db.updateTable('project').set({ building: JSON.stringify({ occupancy: '办公', floorsAbove: 23, floorsBelow: 2, buildingHeight: 98.5, fireResistance: 'one', riskClass: 'high', keyUnit: true, controlRoomPhone: '010-55501119', waterSupply: '院内 4 处室外消火栓', keysHeld: '消控室' }), due_at: new Date(Date.now() + 20 * 86400000) }).where('id', '=', site.projectId).execute()
})
afterAll(() => console.stop())

test('shots', { timeout: 400_000 }, async () => {
  const { world, db } = console.server
  const at = `/project/projectList/detail?id=${site.projectId}`
  const devices = await db.selectFrom('device').select('id').where('project_id', '=', site.projectId).execute()
  await db.updateTable('device').set({ building: '主楼', floor: '3', place: '走廊东侧近电梯厅' }).where('project_id', '=', site.projectId).execute()
  const labels = `/device/deviceList/labels?ids=${devices.map(({ id }) => id).join(',')}`
  const first = await console.open({ as: world.accounts.northAdmin, at: `${at}&tab=documents` })
  for (const [kind, title, name] of [['photo', '消防泵房', 'a.jpg'], ['photo', '配电室', 'b.jpg'], ['plan', '灭火和应急疏散预案', 'c.pdf']] as const) {
    const photo = kind === 'photo'
    await first.page.getByRole('button', { name: photo ? documents.addPhotos : documents.create }).click()
    const dialog = first.page.getByRole('dialog')
    if (!photo) await first.choose(zh.fields.kind, zh.enums.projectDocumentKind.emergencyPlan)
    await dialog.getByLabel(zh.fields.title).fill(title)
    const bytes = photo ? await sharp({ create: { width: 800, height: 600, channels: 3, background: title === '配电室' ? '#a0603c' : '#5c7d9a' } }).jpeg().toBuffer() : Buffer.from('%PDF-1.4\n%%EOF')
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: photo ? 'image/jpeg' : 'application/pdf', buffer: bytes })
    await dialog.getByText(name).waitFor()
    if (!photo) { await dialog.getByLabel(zh.fields.validUntil).fill('2026-12-05'); await first.page.keyboard.press('Enter') ; await first.page.screenshot({ path: '/tmp/shots/form.png' }) }
    await first.submit()
  }
  await first.close()
  for (const [language, width] of [['zh', 1440], ['en', 1440], ['zh', 390]] as const) {
    const w = await console.open({ as: world.accounts.northAdmin, language, width, at })
    const shot = async (name: string) => { await w.page.waitForTimeout(1200); await w.page.screenshot({ path: `/tmp/shots/${name}-${language}-${width}.png`, fullPage: true }) }
    await shot('overview')
    await w.go(`${at}&tab=people`); await shot('people')
    await w.go(`${at}&tab=documents`); await shot('documents')
    await w.go(labels); await shot('labels')
    await w.go('/device/deviceList'); await shot('devices')
    await w.go('/device/gatewayList'); await shot('gateways')
    await w.close()
    const s = await console.open({ as: world.accounts.siterAdmin, language, width, at: '/alarm/paramsConfigList' })
    await s.page.waitForTimeout(1500)
    await s.page.locator('main').getByRole('button', { name: language === 'zh' ? '编辑' : 'Edit', exact: true }).first().click()
    await s.page.waitForTimeout(1500)
    await s.page.screenshot({ path: `/tmp/shots/param-${language}-${width}.png` })
    await s.close()
  }
})
